//! The cache and the search rules on a real disk.
#![allow(clippy::unwrap_used)]

use foxden_assets::fetch_cache::Cache;
use foxden_assets::files::{self, FileSystem};
use foxden_lang::resolve::{AssetKind, Location, ResolveErrorReason, Resolver, Search, Storage};
use std::fs::{self, File, FileTimes};
use std::path::Path;
use std::time::{Duration, SystemTime};

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn age(path: &Path, hours: u64) {
    let then = SystemTime::now() - Duration::from_secs(hours * 3600);
    let file = File::options().append(true).open(path).unwrap();
    file.set_times(FileTimes::new().set_accessed(then).set_modified(then))
        .unwrap();
}

#[test]
fn the_cache_forgets_what_was_used_longest_ago() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::with_limit(folder.path(), 10);
    for (address, hours) in [("a", 3), ("b", 2)] {
        cache.store(address, b"1234").unwrap();
        age(&cache.path(address), hours);
    }
    assert!(cache.load("a").is_some(), "a use makes it young again");
    cache.store("c", b"1234").unwrap();
    assert!(cache.contains("a"));
    assert!(!cache.contains("b"));
    assert!(cache.contains("c"));
}

#[test]
fn the_newest_file_stays_even_if_it_alone_is_too_large() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::with_limit(folder.path(), 3);
    cache.store("a", b"12345").unwrap();
    assert_eq!(&*cache.load("a").unwrap(), b"12345");
}

#[test]
fn unfinished_files_are_never_served_and_swept_up_after_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path());
    let young = folder.path().join("x.1-0.part");
    let old = folder.path().join("y.1-0.part");
    write(&young, "half");
    write(&old, "half");
    age(&old, 25);
    cache.store("a", b"whole").unwrap();
    assert!(young.exists());
    assert!(!old.exists());
    let finished: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| *path != young)
        .collect();
    assert_eq!(finished, [cache.path("a")]);
}

#[test]
fn a_store_replaces_the_file_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().join("made/when/needed"));
    cache.store("a", b"first and longer").unwrap();
    cache.store("a", b"second").unwrap();
    assert_eq!(&*cache.load("a").unwrap(), b"second");
}

#[test]
fn a_project_on_disk_is_searched_by_the_same_rules() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(&root.join("farm/worlds/field.wbt"), "world");
    write(&root.join("farm/protos/deep/down/Barn.proto"), "barn");
    write(&root.join("elsewhere/secret.png"), "secret");
    write(&root.join("pack/resources/version.txt"), "R2023b\n");
    write(&root.join("pack/projects/a/X.proto"), "x");
    let world = files::document(&root.join("farm/worlds/field.wbt")).unwrap();
    let settings = files::settings(&world, &[], Some(&root.join("pack"))).unwrap();
    assert_eq!(settings.asset_pack_release.as_deref(), Some("R2023b"));
    let search = Search::new(settings, FileSystem::new());

    let barn = search.find_undeclared("Barn", &world).unwrap();
    assert_eq!(&*search.read(&barn).unwrap(), b"barn");
    let x = search
        .locate("webots://projects/a/X.proto", &world, AssetKind::Proto)
        .unwrap();
    assert_eq!(&*search.read(&x).unwrap(), b"x");
    let error = search
        .locate("../../elsewhere/secret.png", &world, AssetKind::Texture)
        .unwrap_err();
    assert!(
        matches!(error.reason, ResolveErrorReason::Outside { .. }),
        "{error}"
    );
}

#[cfg(unix)]
#[test]
fn links_out_of_the_project_are_refused_and_cycles_end() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(&root.join("farm/worlds/field.wbt"), "world");
    write(&root.join("farm/protos/Barn.proto"), "barn");
    write(&root.join("elsewhere/Spy.proto"), "spy");
    symlink(root.join("elsewhere"), root.join("farm/protos/out")).unwrap();
    symlink(root.join("farm/protos"), root.join("farm/protos/again")).unwrap();
    let world = files::document(&root.join("farm/worlds/field.wbt")).unwrap();
    let closed = Search::new(
        files::settings(&world, &[], None).unwrap(),
        FileSystem::new(),
    );
    let error = closed
        .locate("../protos/out/Spy.proto", &world, AssetKind::Proto)
        .unwrap_err();
    assert!(
        matches!(error.reason, ResolveErrorReason::Outside { .. }),
        "{error}"
    );
    assert_eq!(closed.find_undeclared("Spy", &world), None);
    assert!(closed.find_undeclared("Barn", &world).is_some());

    let opened = files::settings(&world, &[root.join("elsewhere")], None).unwrap();
    let opened = Search::new(opened, FileSystem::new());
    opened
        .locate("../protos/out/Spy.proto", &world, AssetKind::Proto)
        .unwrap();
}

#[test]
fn folders_and_devices_are_not_read() {
    let folder = tempfile::tempdir().unwrap();
    assert!(FileSystem::new().read(folder.path()).is_err());
    #[cfg(unix)]
    assert!(FileSystem::new().read(Path::new("/dev/zero")).is_err());
}

#[test]
fn own_files_come_before_those_of_sub_folders() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    for name in ["b/B.proto", "a/z/Z.proto", "a/Y.PROTO", "c.proto", "d.txt"] {
        write(&root.join(name), "");
    }
    let found = FileSystem::new().proto_files_below(root);
    let names: Vec<_> = found
        .iter()
        .map(|path| path.strip_prefix(root).unwrap().to_str().unwrap())
        .collect();
    assert_eq!(names, ["c.proto", "a/Y.PROTO", "a/z/Z.proto", "b/B.proto"]);
}

#[test]
fn documents_become_absolute() {
    let Location::File(path) = files::document(Path::new("worlds/field.wbt")).unwrap() else {
        panic!("a document is a file");
    };
    assert!(path.is_absolute());
}
