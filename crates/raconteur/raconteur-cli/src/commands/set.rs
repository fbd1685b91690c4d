//! `raconteur set`

use raconteur::json::{DeclaredType, JsonConverter};
use raconteur_robdef::MemberKind;

use crate::arguments::{Arguments, SetArguments};
use crate::failure::Failure;
use crate::target;

pub async fn run(arguments: &Arguments, set: &SetArguments) -> Result<(), Failure> {
    let session = target::connect(arguments, &set.url).await?;
    let target = target::member(&session, &set.member).await?;
    let (definition, member) = target.find()?;
    let texts = JsonConverter::new(target.schema().definitions());
    let data_type = match &member.kind {
        MemberKind::Property(property) => &property.data_type,
        MemberKind::Wire(wire) => &wire.data_type,
        _ => return Err(target.wrong_kind(member)),
    };
    let typed = DeclaredType {
        data_type,
        definition,
    };
    let value = texts.read(&set.value, typed)?;
    if let MemberKind::Wire(_) = member.kind {
        target.object.poke_out(&target.name, value).await?;
    } else {
        target.object.set(&target.name, value).await?;
    }
    session.disconnect().await;
    Ok(())
}
