//! Names that unmodified programs expect: a robot, camera or gripper that is the only one of its
//! kind has a second service with a plain name.

use crate::job::Scope;
use crate::server::RaconteurServer;
use crate::services::offer;
use crate::values::DeviceDescription;
use raconteur::ServiceHandle;
use raconteur::service::Object;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Something that is the only one of its kind.
pub(crate) struct OnlyOne {
    pub(crate) object: Arc<dyn Object>,
    /// What describes it.
    pub(crate) about: DeviceDescription,
    /// The robot that clients command through it.
    pub(crate) robot: Option<Arc<str>>,
}

/// The second services.
#[derive(Default)]
pub(crate) struct ShortNames(BTreeMap<&'static str, (Arc<dyn Object>, ServiceHandle)>);

impl ShortNames {
    /// The handles of the services.
    pub(crate) fn handles(&self) -> impl Iterator<Item = &ServiceHandle> {
        self.0.values().map(|(_, handle)| handle)
    }

    /// Closes all services.
    pub(crate) fn close(&mut self) {
        for (_, (_, service)) in std::mem::take(&mut self.0) {
            service.close();
        }
    }

    /// Offers what is the only one of its kind under a name, unless something has that name.
    pub(crate) fn follow(
        &mut self,
        server: &RaconteurServer,
        scope: &mut Scope<'_>,
        name: &'static str,
        only: Option<OnlyOne>,
    ) {
        let present = self.0.get(name).map(|(object, _)| object);
        let is_same = match (present, &only) {
            (Some(present), Some(only)) => Arc::ptr_eq(present, &only.object),
            (None, None) => true,
            _ => false,
        };
        if is_same {
            return;
        }
        let handles = &mut scope.state.robot_handles;
        if let Some((_, service)) = self.0.remove(name) {
            service.close();
            handles.remove(&service);
        }
        let Some(only) = only else {
            return;
        };
        // a name that is taken is not worth a remark
        if let Ok(service) = offer(server, name, only.object.clone(), &only.about) {
            if let Some(robot) = only.robot {
                handles.add(robot, &service);
            }
            self.0.insert(name, (only.object, service));
        }
    }
}
