//! The pictures of a controller's devices: in files that both sides map, or
//! with the answers over TCP.

use crate::connection::ControllerConnection;
use crate::devices::{self, KnownDevice, tag_at};
use foxden_protocol::devices::{DeviceRequest, ImageFile};
use foxden_protocol::frame::{ChunkedImage, ImageKind};
use foxden_protocol::handshake::percent_encode;
use foxden_protocol::{AnswerMessage, Tag};
use foxden_sim::controller::PictureKind;
use foxden_sim::{PictureBytes, RobotIndex, World};
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// The largest picture in bytes; a world may ask for any size.
const MAX_IMAGE_BYTES: usize = 256 << 20;

/// The longest name of a file that a device's name may make.
const MAX_NAME_BYTES: usize = 200;

/// The pictures of the devices of a controller.
#[derive(Debug, Default)]
pub(crate) struct ImageFiles {
    /// By device and kind.
    files: BTreeMap<(usize, bool), File>,
    /// What was switched on since the last answer.
    wanted: Vec<(usize, PictureKind)>,
    buffer: Vec<u8>,
}

impl ImageFiles {
    /// Notes that a message switches a picture on. Only the first time of a
    /// device needs a file.
    pub(crate) fn note(&mut self, at: usize, request: &DeviceRequest) {
        if let Some(kind) = devices::wanted_picture(request) {
            self.wanted.push((at, kind));
        }
    }

    /// Makes the files of pictures that were switched on, and announces where they
    /// are. Over TCP the first picture comes with the answer.
    ///
    /// # Errors
    /// When a picture is too large, or a file cannot be written.
    pub(crate) fn announce(
        &mut self,
        world: &World,
        robot: RobotIndex,
        known: &[KnownDevice],
        folder: &Path,
        connection: &mut ControllerConnection,
        answers: &mut Vec<AnswerMessage>,
    ) -> io::Result<()> {
        for (at, kind) in std::mem::take(&mut self.wanted) {
            let key = (at, kind == PictureKind::Segmentation);
            let Some(device) = known.get(at).filter(|_| !self.files.contains_key(&key)) else {
                continue;
            };
            let Some(picture) = world.picture(robot, device.port, kind) else {
                continue;
            };
            self.fill(&picture, connection.is_local());
            if self.buffer.len() > MAX_IMAGE_BYTES {
                let reason = format!("a picture of more than {} MB", MAX_IMAGE_BYTES >> 20);
                return Err(io::Error::other(reason));
            }
            if !connection.is_local() {
                connection.show(image(tag_at(at), kind, self.buffer.clone()));
                continue;
            }
            let path = path(world, known, at, kind, folder);
            // a controller may have it in its memory already: it never gets shorter
            let mut options = File::options();
            let options = options.read(true).write(true).create(true);
            let file = options.truncate(false).open(&path)?;
            file.write_all_at(&self.buffer, 0)?;
            self.files.insert(key, file);
            let place = match i32::try_from(self.buffer.len()) {
                Ok(0) | Err(_) => ImageFile::None,
                Ok(size) => ImageFile::File {
                    size,
                    path: path.display().to_string(),
                },
            };
            let answer = devices::image_file(device.kind, kind, place);
            answers.extend(answer.map(|answer| AnswerMessage::Device(tag_at(at), answer)));
        }
        Ok(())
    }

    /// Puts a new picture where the controller sees it; it must be waiting.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn update(
        &mut self,
        world: &World,
        robot: RobotIndex,
        (at, device): (usize, &KnownDevice),
        kind: PictureKind,
        connection: &mut ControllerConnection,
    ) -> io::Result<()> {
        let Some(picture) = world.picture(robot, device.port, kind) else {
            return Ok(());
        };
        self.fill(&picture, connection.is_local());
        if !connection.is_local() {
            connection.show(image(tag_at(at), kind, self.buffer.clone()));
            return Ok(());
        }
        let key = (at, kind == PictureKind::Segmentation);
        match self.files.get(&key) {
            Some(file) => file.write_all_at(&self.buffer, 0),
            None => Ok(()),
        }
    }

    /// The bytes of a picture. A file always has space for the points of a
    /// lidar; over TCP they are sent if they are wanted.
    fn fill(&mut self, picture: &PictureBytes<'_>, is_local: bool) {
        self.buffer.clear();
        let has_points = match picture {
            PictureBytes::Scan(_, _, is_wanted) => is_local || *is_wanted,
            _ => false,
        };
        picture.append(has_points, &mut self.buffer);
    }
}

fn image(tag: Tag, kind: PictureKind, pixels: Vec<u8>) -> ChunkedImage {
    let kind = match kind {
        PictureKind::Main => ImageKind::Main,
        PictureKind::Segmentation => ImageKind::Segmentation,
    };
    ChunkedImage { tag, kind, pixels }
}

/// The file of a picture, named after its device. A device whose name is not unique or
/// too long has its number instead.
fn path(
    world: &World,
    known: &[KnownDevice],
    at: usize,
    kind: PictureKind,
    folder: &Path,
) -> PathBuf {
    let name = |device: &KnownDevice| {
        let name = world.scene().text(device.node, "name");
        name.map(|name| percent_encode(&name.value))
            .unwrap_or_default()
    };
    let own = name(&known[at]);
    let is_only = || known.iter().filter(|device| name(device) == own).count() == 1;
    let own = match own.len() <= MAX_NAME_BYTES && is_only() {
        true => own,
        false => format!("{}", at + 1),
    };
    let suffix = match kind {
        PictureKind::Main => "",
        PictureKind::Segmentation => "segmentation",
    };
    folder.join(format!("snap.webots.{own}{suffix}"))
}
