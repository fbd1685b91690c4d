//! The search rules of `resolve`, on files and pages in memory.
#![allow(clippy::unwrap_used)]

use foxden_lang::resolve::{
    AssetKind, Location, LocationNote, MemoryStorage, MemoryWeb, Offline, ResolveErrorReason,
    Resolver, Search, SearchSettings, declaration_url, official_address,
};

const FLOOR: &str = "projects/objects/floors/protos/Floor.proto";

fn world() -> Location {
    Location::file("/farm/worlds/field.wbt")
}

fn storage(files: &[&str]) -> MemoryStorage {
    let mut storage = MemoryStorage::new();
    storage.insert("/farm/worlds/field.wbt", "");
    for file in files {
        storage.insert(file, *file);
    }
    storage
}

fn search(files: &[&str]) -> Search<MemoryStorage> {
    Search::new(SearchSettings::for_document(&world()), storage(files))
}

fn with_pack(files: &[&str]) -> Search<MemoryStorage> {
    let settings = SearchSettings {
        asset_pack: Some("/pack".into()),
        asset_pack_release: Some("R2023b".into()),
        ..SearchSettings::for_document(&world())
    };
    Search::new(settings, storage(files))
}

#[test]
fn relative_urls_start_at_the_file_that_holds_the_text() {
    let search = search(&[
        "/farm/worlds/textures/a.png",
        "/farm/protos/textures/a.png",
        "/farm/protos/Barn.proto",
    ]);
    let proto = search
        .locate("..\\protos\\Barn.proto", &world(), AssetKind::Proto)
        .unwrap();
    assert_eq!(proto, Location::file("/farm/protos/Barn.proto"));
    assert_eq!(
        search
            .locate("textures/a.png", &world(), AssetKind::Texture)
            .unwrap(),
        Location::file("/farm/worlds/textures/a.png")
    );
    assert_eq!(
        search
            .locate("textures/a.png", &proto, AssetKind::Texture)
            .unwrap(),
        Location::file("/farm/protos/textures/a.png")
    );
}

#[test]
fn a_missing_file_names_the_place_tried() {
    let error = search(&[])
        .locate("../protos/Barn.proto", &world(), AssetKind::Proto)
        .unwrap_err();
    assert_eq!(error.reason, ResolveErrorReason::NotFound);
    assert_eq!(
        error.to_string(),
        "PROTO \"../protos/Barn.proto\": there is no such file; tried /farm/protos/Barn.proto"
    );
}

#[test]
fn files_outside_every_root_are_refused_whether_they_exist_or_not() {
    let search = search(&["/etc/passwd", "/farm2/X.proto"]);
    for url in [
        "../../etc/passwd",
        "/etc/passwd",
        "/etc/nothing",
        "../../farm2/X.proto",
        "webots://../../etc/passwd",
    ] {
        let error = search
            .locate(url, &world(), AssetKind::Texture)
            .unwrap_err();
        assert!(
            matches!(error.reason, ResolveErrorReason::Outside { .. }),
            "{url}"
        );
        assert!(error.to_string().contains("--project DIR"), "{url}");
    }
}

#[test]
fn a_project_option_opens_a_folder() {
    let settings = SearchSettings {
        extra_projects: vec!["/farm2".into()],
        ..SearchSettings::for_document(&world())
    };
    let search = Search::new(settings, storage(&["/farm2/X.proto"]));
    assert_eq!(
        search
            .locate("../../farm2/X.proto", &world(), AssetKind::Proto)
            .unwrap(),
        Location::file("/farm2/X.proto")
    );
}

#[test]
fn symbolic_links_are_followed_before_the_check() {
    let mut files = storage(&["/secret/key.png", "/farm/shared/b.png"]);
    files.link("/farm/worlds/textures", "/secret");
    files.link("/farm/worlds/own", "/farm/shared");
    let search = Search::new(SearchSettings::for_document(&world()), files);
    let error = search
        .locate("textures/key.png", &world(), AssetKind::Texture)
        .unwrap_err();
    assert_eq!(
        error.reason,
        ResolveErrorReason::Outside {
            path: "/secret/key.png".into()
        }
    );
    search
        .locate("own/b.png", &world(), AssetKind::Texture)
        .unwrap();
}

#[test]
fn a_project_that_is_itself_behind_a_link_is_readable() {
    let mut files = MemoryStorage::new();
    files.insert("/disk/farm/worlds/textures/a.png", "");
    files.link("/farm", "/disk/farm");
    let search = Search::new(SearchSettings::for_document(&world()), files);
    search
        .locate("textures/a.png", &world(), AssetKind::Texture)
        .unwrap();
}

#[test]
fn the_projects_of_an_installation_may_be_behind_a_link() {
    let mut files = MemoryStorage::new();
    files.insert("/disk/projects/objects/Bin.proto", "");
    files.insert("/disk/other/secret.proto", "");
    files.link("/pack/projects", "/disk/projects");
    files.link("/pack/other", "/disk/other");
    let settings = SearchSettings {
        asset_pack: Some("/pack".into()),
        ..SearchSettings::for_document(&world())
    };
    let search = Search::new(settings, files);
    let locate = |url| search.locate(url, &world(), AssetKind::Proto);
    assert!(locate("webots://projects/objects/Bin.proto").is_ok());
    assert!(search.find_undeclared("Bin", &world()).is_some());
    assert!(locate("webots://other/secret.proto").is_err());
}

#[test]
fn a_relative_document_has_the_current_folder_as_project() {
    let mut files = MemoryStorage::new();
    files.insert("protos/Barn.proto", "");
    let document = Location::file("worlds/field.wbt");
    let search = Search::new(SearchSettings::for_document(&document), files);
    search
        .locate("../protos/Barn.proto", &document, AssetKind::Proto)
        .unwrap();
    for url in ["../../x.png", "/etc/passwd"] {
        let error = search
            .locate(url, &document, AssetKind::Texture)
            .unwrap_err();
        assert!(
            matches!(error.reason, ResolveErrorReason::Outside { .. }),
            "{url}"
        );
    }
}

#[test]
fn logical_paths_are_searched_in_order() {
    let official = official_address("R2022b", FLOOR);
    let in_project = format!("/farm/{FLOOR}");
    let in_pack = format!("/pack/{FLOOR}");
    let urls = [format!("webots://{FLOOR}"), official];
    for url in &urls {
        let both = with_pack(&[&in_project, &in_pack]);
        assert_eq!(
            both.locate(url, &world(), AssetKind::Proto).unwrap(),
            Location::file(&in_project)
        );
        let pack = with_pack(&[&in_pack]);
        assert_eq!(
            pack.locate(url, &world(), AssetKind::Proto).unwrap(),
            Location::file(&in_pack)
        );
        let own = with_pack(&[]);
        assert_eq!(
            own.locate(url, &world(), AssetKind::Proto).unwrap(),
            Location::library(FLOOR)
        );
    }
}

#[test]
fn the_cache_comes_before_the_library_and_the_library_before_a_download() {
    let address = official_address("R2023b", FLOOR);
    let mut web = MemoryWeb::new();
    web.insert(&address, "official");
    let search = Search::with_web(SearchSettings::for_document(&world()), storage(&[]), web);
    assert_eq!(
        search.locate(&address, &world(), AssetKind::Proto).unwrap(),
        Location::library(FLOOR)
    );
    assert!(search.web().fetched().is_empty());
    search.read(&Location::web(&address)).unwrap();
    assert_eq!(
        search.locate(&address, &world(), AssetKind::Proto).unwrap(),
        Location::web(&address)
    );
}

#[test]
fn offline_is_a_reason_of_its_own() {
    let search = search(&[]);
    let error = search
        .locate("https://x.org/X.proto", &world(), AssetKind::Proto)
        .unwrap_err();
    assert_eq!(error.reason, ResolveErrorReason::Offline);
    assert_eq!(error.tried, ["https://x.org/X.proto"]);
    let _: &Offline = search.web();
}

#[test]
fn files_from_the_web_resolve_against_their_address() {
    let holder = official_address("R2022b", "projects/a/protos/X.proto");
    let texture = official_address("R2022b", "projects/a/protos/textures/t.png");
    let shared = official_address("R2022b", "projects/b/Y.proto");
    let mut web = MemoryWeb::new();
    for address in [&holder, &texture, &shared] {
        web.insert(address, "x");
    }
    web.insert("https://x.org/protos/Z.proto", "z");
    web.insert("https://x.org/textures/z.png", "z");
    let search = Search::with_web(SearchSettings::for_document(&world()), storage(&[]), web);
    let x = search.locate(&holder, &world(), AssetKind::Proto).unwrap();
    assert_eq!(
        search
            .locate("textures/t.png", &x, AssetKind::Texture)
            .unwrap(),
        Location::web(&texture)
    );
    assert_eq!(
        search
            .locate("webots://projects/b/Y.proto", &x, AssetKind::Proto)
            .unwrap(),
        Location::web(&shared)
    );
    let z = search
        .locate("https://x.org/protos/Z.proto", &world(), AssetKind::Proto)
        .unwrap();
    assert_eq!(
        search
            .locate("../textures/z.png", &z, AssetKind::Texture)
            .unwrap(),
        Location::web("https://x.org/textures/z.png")
    );
    let error = search
        .locate("https://x.org/none.png", &world(), AssetKind::Texture)
        .unwrap_err();
    assert_eq!(
        error.reason,
        ResolveErrorReason::Download {
            message: "status 404".into()
        }
    );
}

#[test]
fn a_gap_in_the_asset_pack_falls_through_to_the_library() {
    let arena = "/pack/projects/objects/floors/protos/RectangleArena.proto";
    let search = with_pack(&[arena]);
    assert_eq!(
        search
            .locate("Floor.proto", &Location::file(arena), AssetKind::Proto)
            .unwrap(),
        Location::library(FLOOR)
    );
}

#[test]
fn library_files_reach_each_other_by_relative_urls() {
    let arena = Location::library("projects/objects/floors/protos/RectangleArena.proto");
    assert_eq!(
        search(&[])
            .locate("Floor.proto", &arena, AssetKind::Proto)
            .unwrap(),
        Location::library(FLOOR)
    );
}

#[test]
fn another_release_of_the_pack_is_a_remark() {
    let search = with_pack(&["/pack/projects/a/X.proto"]);
    let url = official_address("R2021b", "projects/a/X.proto");
    let found = search.locate(&url, &world(), AssetKind::Proto).unwrap();
    assert_eq!(
        search.remark(&url, &found),
        Some(LocationNote::TagDiffers {
            wanted: "R2021b".into(),
            pack: "R2023b".into()
        })
    );
    assert_eq!(search.remark("webots://projects/a/X.proto", &found), None);
    let own = search
        .locate(&format!("webots://{FLOOR}"), &world(), AssetKind::Proto)
        .unwrap();
    assert_eq!(search.remark(FLOOR, &own), Some(LocationNote::Substitute));
}

#[test]
fn a_pack_with_the_old_axes_is_not_used_for_newer_protos() {
    let settings = SearchSettings {
        asset_pack: Some("/pack".into()),
        asset_pack_release: Some("R2019a".into()),
        ..SearchSettings::for_document(&world())
    };
    let files = storage(&[
        "/pack/projects/a/X.proto",
        "/pack/projects/a/x.png",
        &format!("/pack/{FLOOR}"),
    ]);
    let search = Search::new(settings, files);
    let locate = |tag: &str, path: &str| {
        search.locate(&official_address(tag, path), &world(), AssetKind::Proto)
    };
    let in_pack = |path: &str| Location::file(format!("/pack/{path}"));
    for tag in ["R2018b", "R2019a", "R2021b"] {
        assert_eq!(locate(tag, FLOOR).unwrap(), in_pack(FLOOR), "{tag}");
    }
    for tag in ["R2022a", "R2025a", "released"] {
        assert_eq!(
            locate(tag, FLOOR).unwrap(),
            Location::library(FLOOR),
            "{tag}"
        );
        let missing = locate(tag, "projects/a/X.proto").unwrap_err();
        assert!(
            matches!(missing.reason, ResolveErrorReason::Offline),
            "{tag}"
        );
    }
    // pictures have no axes
    let picture = "projects/a/x.png";
    assert_eq!(locate("R2025a", picture).unwrap(), in_pack(picture));
}

#[test]
fn old_files_also_look_beside_the_proto_the_world_and_in_the_default_project() {
    let proto = Location::file("/farm/protos/X.proto");
    let beside = [proto.clone(), world()];
    let search = with_pack(&[
        "/farm/protos/textures/a.png",
        "/pack/projects/default/worlds/textures/d.png",
    ]);
    let find = |url| search.locate_before_r2022a(url, &world(), AssetKind::Texture, &beside);
    assert_eq!(
        find("textures/a.png").unwrap(),
        Location::file("/farm/protos/textures/a.png")
    );
    assert_eq!(
        find("textures/d.png").unwrap(),
        Location::file("/pack/projects/default/worlds/textures/d.png")
    );
    let error = find("textures/none.png").unwrap_err();
    assert_eq!(error.reason, ResolveErrorReason::NotFound);
    assert_eq!(error.url, "textures/none.png");
    assert_eq!(
        error.tried[..2],
        [
            "/farm/worlds/textures/none.png",
            "/farm/protos/textures/none.png"
        ]
    );
}

#[test]
fn undeclared_protos_are_found_in_any_sub_folder_and_any_case() {
    let search = search(&[
        "/farm/protos/a/b/Barn.proto",
        "/farm/protos/a/xlow.proto",
        "/farm/protos/Xext.PROTO",
        "/farm/protos/z/Twice.proto",
        "/farm/protos/y/Twice.proto",
    ]);
    let find = |name: &str| search.find_undeclared(name, &world());
    let barn = find("Barn").unwrap();
    assert_eq!(barn, Location::file("/farm/protos/a/b/Barn.proto"));
    assert_eq!(declaration_url(&barn, &world()), "../protos/a/b/Barn.proto");
    assert_eq!(
        find("Xlow").unwrap(),
        Location::file("/farm/protos/a/xlow.proto")
    );
    assert_eq!(
        find("Xext").unwrap(),
        Location::file("/farm/protos/Xext.PROTO")
    );
    assert_eq!(
        find("Twice").unwrap(),
        Location::file("/farm/protos/y/Twice.proto")
    );
    assert_eq!(find("Nowhere"), None);
}

#[test]
fn undeclared_official_protos_come_from_the_pack_or_the_library() {
    let own = search(&[]);
    let floor = own.find_undeclared("Floor", &world()).unwrap();
    assert_eq!(floor, Location::library(FLOOR));
    assert_eq!(
        declaration_url(&floor, &world()),
        official_address("R2025a", FLOOR)
    );
    let in_pack = format!("/pack/{FLOOR}");
    assert_eq!(
        with_pack(&[&in_pack])
            .find_undeclared("Floor", &world())
            .unwrap(),
        Location::file(in_pack)
    );
}

#[test]
fn odd_urls_are_distinguished() {
    let search = search(&[]);
    let reason = |url| {
        search
            .locate(url, &world(), AssetKind::Sound)
            .unwrap_err()
            .reason
    };
    assert_eq!(reason(""), ResolveErrorReason::Empty);
    assert_eq!(
        reason("ftp://x.org/a.wav"),
        ResolveErrorReason::UnsupportedScheme {
            scheme: "ftp".into()
        }
    );
}

#[test]
fn no_combination_of_odd_parts_leaves_the_roots() {
    let parts = [
        "..",
        ".",
        "",
        "a",
        "etc",
        "passwd",
        "farm",
        "C:",
        "\\",
        "..\\..",
        "webots:/",
        "webots://",
        "https://x.org",
        "\0",
        "%2e%2e",
        "ü",
    ];
    let search = with_pack(&[
        "/etc/passwd",
        "/passwd",
        "/farm/worlds/a",
        "/farm/a",
        "/farm/protos/a/a",
        "/pack/a/a",
        "/a",
    ]);
    let holders = [
        world(),
        Location::file("/farm/protos/a/X.proto"),
        Location::file("/pack/projects/X.proto"),
        Location::web("https://x.org/a/X.proto"),
        Location::library(FLOOR),
    ];
    let mut found = 0;
    let count = parts.len();
    for number in 0..count.pow(4) {
        let url = (0..4)
            .map(|place| parts[number / count.pow(place) % count])
            .collect::<Vec<_>>()
            .join("/");
        for holder in &holders {
            if let Ok(location) = search.locate(&url, holder, AssetKind::Texture) {
                found += 1;
                let path = location.as_file().unwrap();
                assert!(
                    path.starts_with("/farm") || path.starts_with("/pack"),
                    "{url} from {holder} gave {location}"
                );
            }
        }
    }
    assert!(found > 1000, "the parts do reach files inside: {found}");
}
