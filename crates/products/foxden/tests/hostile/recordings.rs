//! Recordings that mean harm, and recordings that cannot be written.

use super::limits::{limited, project, said, shell};
use foxden_runtime::ticket::block::BlockWriter;
use foxden_runtime::ticket::operation::Operation;
use mcap::records::MessageHeader;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;

/// A folder with a world and a recording of it that needs the world's file.
fn recorded() -> tempfile::TempDir {
    let folder = project();
    let world = "#VRML_SIM R2023b utf8\nWorldInfo {}\nViewpoint {}\n\
                 Solid { physics Physics {} boundingObject Box {} }\n";
    std::fs::write(folder.path().join("worlds/small.wbt"), world).unwrap();
    said(&limited(
        folder.path(),
        "run --offline --steps 50 --record run.mcap --ticket-only --thin worlds/small.wbt",
    ));
    folder
}

/// Writes the recording again with another block of inputs.
fn with_block(folder: &Path, block: &[u8]) -> PathBuf {
    let bytes = std::fs::read(folder.join("run.mcap")).unwrap();
    let path = folder.join("other.mcap");
    let file = std::fs::File::create(&path).unwrap();
    let options = mcap::WriteOptions::new().compression(None);
    let mut writer = options.create(std::io::BufWriter::new(file)).unwrap();
    let mut has_block = false;
    for message in mcap::MessageStream::new(&bytes).unwrap() {
        let message = message.unwrap();
        let (topic, encoding) = (&message.channel.topic, &message.channel.message_encoding);
        let channel_id = writer
            .add_channel(0, topic, encoding, &BTreeMap::new())
            .unwrap();
        let is_block = topic == "inputs";
        let data = match is_block {
            true if has_block => continue,
            true => block,
            false => &*message.data,
        };
        has_block |= is_block;
        let header = MessageHeader {
            channel_id,
            sequence: 0,
            log_time: 0,
            publish_time: 0,
        };
        writer.write_to_known_channel(&header, data).unwrap();
    }
    assert!(has_block);
    writer.finish().unwrap();
    path
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn inputs_without_end_are_refused() {
    let folder = recorded();
    let mut mark = Vec::new();
    Operation::encode_mark_start(&mut mark);
    // a few kilobytes in the file
    let mut block = BlockWriter::default();
    block.turn(&mark.repeat(20_000_000));
    let path = with_block(folder.path(), &block.take());
    assert!(path.metadata().unwrap().len() < 1 << 20);
    for command in ["replay other.mcap", "diff other.mcap other.mcap"] {
        let text = said(&limited(folder.path(), command));
        assert!(
            text.contains("more than 1000000 inputs"),
            "{command}: {text}"
        );
    }
}

#[test]
fn a_name_of_four_gigabytes_is_refused() {
    let folder = recorded();
    said(&limited(
        folder.path(),
        "run --offline --steps 50 --record whole.mcap --ticket-only worlds/small.wbt",
    ));
    let mut bytes = std::fs::read(folder.path().join("whole.mcap")).unwrap();
    let name = b"asset/";
    let at = bytes.windows(name.len()).position(|part| part == name);
    // the length of the name of an attached file
    bytes[at.unwrap() - 4..at.unwrap()].fill(0xff);
    std::fs::write(folder.path().join("other.mcap"), bytes).unwrap();
    for command in ["replay other.mcap", "diff other.mcap other.mcap"] {
        let text = said(&limited(folder.path(), command));
        assert!(text.contains("shorter than it says"), "{command}: {text}");
    }
}

#[test]
fn an_export_does_not_replace_its_recording() {
    let folder = recorded();
    let before = std::fs::read(folder.path().join("run.mcap")).unwrap();
    std::os::unix::fs::symlink("run.mcap", folder.path().join("link.mcap")).unwrap();
    for export in ["run.mcap", "./run.mcap", "link.mcap"] {
        let output = limited(folder.path(), &format!("replay run.mcap --export {export}"));
        assert_eq!(output.status.code(), Some(2));
        assert!(errors(&output).contains("would replace the recording"));
        assert_eq!(
            std::fs::read(folder.path().join("run.mcap")).unwrap(),
            before
        );
    }
}

#[test]
fn log_and_recording_are_two_files() {
    let folder = recorded();
    let command = "run --offline --steps 2 --log new.mcap --record ./new.mcap worlds/small.wbt";
    let output = limited(folder.path(), command);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("give each a file of its own"));
    assert!(!folder.path().join("new.mcap").exists());
}

#[test]
fn a_world_that_cannot_be_opened_costs_no_recording() {
    let folder = recorded();
    for name in ["old.mcap", "old.html"] {
        let path = folder.path().join(name);
        std::fs::write(&path, "old").unwrap();
        for world in ["worlds/missing.wbt", "run.mcap"] {
            let command = format!("run --offline --steps 2 --strict --record {name} {world}");
            let output = limited(folder.path(), &command);
            assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
            assert_eq!(std::fs::read(&path).unwrap(), b"old", "{command}");
        }
    }
    assert!(!folder.path().join("old.part.mcap").exists());
}

/// Runs with a limit on the size of files, in blocks.
fn with_small_files(folder: &Path, blocks: u32, arguments: &str) -> Output {
    // the signal for too large files must not end the program
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$FOXDEN\" {arguments}");
    shell(folder, &script).output().unwrap()
}

#[test]
fn a_recording_is_replayed_up_to_where_the_disk_was_full() {
    let folder = recorded();
    // a check in each step fills parts by their size, not by the time that passes
    let output = with_small_files(
        folder.path(),
        64,
        "run --offline --quiet --steps 20000 --check-every 1 --ticket-only --record full.mcap worlds/small.wbt",
    );
    assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
    let text = errors(&output);
    assert!(
        text.contains("nothing more is recorded: File too large"),
        "{text}"
    );
    assert!(
        text.contains("the recording full.mcap could not be written: File too large"),
        "{text}"
    );
    let text = said(&limited(folder.path(), "replay full.mcap --verify"));
    assert!(text.contains("recorded states, all equal"), "{text}");
    assert!(text.contains("cut off"), "{text}");
}

#[test]
fn a_page_that_cannot_be_written_leaves_the_messages() {
    let folder = recorded();
    let path = folder.path().join("run.html");
    std::fs::write(&path, "old").unwrap();
    let output = with_small_files(
        folder.path(),
        200,
        "run --offline --quiet --steps 20 --record run.html worlds/small.wbt",
    );
    let text = errors(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    // a build without Node has no page, and says so before anything is written
    if !text.contains("install Node") {
        assert!(
            text.contains("what was recorded is in run.part.mcap"),
            "{text}"
        );
    }
    assert_eq!(std::fs::read(&path).unwrap(), b"old");
}

#[test]
fn the_parts_of_a_page_follow_no_link() {
    let folder = recorded();
    let precious = folder.path().join("precious");
    std::fs::write(&precious, "precious").unwrap();
    std::os::unix::fs::symlink("precious", folder.path().join("run.part.mcap")).unwrap();
    limited(
        folder.path(),
        "run --offline --quiet --steps 20 --record run.html worlds/small.wbt",
    );
    assert_eq!(std::fs::read(&precious).unwrap(), b"precious");
}
