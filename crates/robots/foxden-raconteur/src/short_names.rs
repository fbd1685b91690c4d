//! Names that unmodified programs expect: a robot, camera or gripper that is the only one of its
//! kind has a second service with a plain name.

use crate::server::RaconteurServer;
use crate::services::offer;
use crate::values::DeviceDescription;
use raconteur::ServiceHandle;
use raconteur::service::Object;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Something that is the only one of its kind, and what describes it.
pub(crate) type Only = Option<(Arc<dyn Object>, DeviceDescription)>;

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
    pub(crate) fn follow(&mut self, server: &RaconteurServer, name: &'static str, only: Only) {
        let present = self.0.get(name).map(|(object, _)| object);
        let is_same = match (present, &only) {
            (Some(present), Some((object, _))) => Arc::ptr_eq(present, object),
            (None, None) => true,
            _ => false,
        };
        if is_same {
            return;
        }
        if let Some((_, service)) = self.0.remove(name) {
            service.close();
        }
        let Some((object, about)) = only else {
            return;
        };
        // a name that is taken is not worth a remark
        if let Ok(service) = offer(server, name, object.clone(), &about) {
            self.0.insert(name, (object, service));
        }
    }
}
