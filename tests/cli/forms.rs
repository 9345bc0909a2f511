//! Every form, as it is delivered, is a valid order file.

use super::{
    bench::{Bench, GAME, SEATS},
    mail::parts,
    schemas::{objections, validator},
    script::{self, STEPS},
};

#[test]
fn every_form_is_accepted_by_gm_player_and_schema() {
    let orders = validator("orders-time-agent.schema.json");
    let bench = Bench::started();
    let mut looked_at = 0;
    for sitting in 0..=STEPS.len() {
        let now = bench.json(&["status", GAME]);
        assert_eq!(now["sitting"], sitting + 1);
        for seat in SEATS {
            let form = bench.ok(&["form", GAME, seat]).out;
            assert_eq!(
                objections(&orders, &form),
                [""; 0],
                "{seat}, sitting {}",
                sitting + 1
            );
            bench.write(&format!("{seat}.form.yaml"), &form);
            looked_at += 1;
        }
        // The GM's look at all of them at once.
        let forms = SEATS.map(|seat| format!("{seat}.form.yaml"));
        let names: Vec<&str> = forms.iter().map(String::as_str).collect();
        let said = bench.run(&[&["check"], &names[..], &["--game", GAME]].concat());
        let accepted: String = forms.iter().map(|f| format!("ACCEPTED {f}\n")).collect();
        assert_eq!(
            said.all(),
            format!("{accepted}exit code 0"),
            "sitting {}",
            sitting + 1
        );
        // Each player's look with the view that came with it.
        let turn = now["turn"].as_u64().unwrap();
        let folder = [turn.saturating_sub(1), turn]
            .map(|turn| format!("gem/reports/{turn:04}/{:04}", sitting + 1))
            .into_iter()
            .find(|folder| bench.dir().join(folder).exists())
            .unwrap();
        for (seat, form) in SEATS.iter().zip(&forms) {
            let view = format!("{folder}/{seat}.view.yaml");
            let said = bench.run(&["check", form, "--view", &view]);
            assert_eq!(said.all(), format!("ACCEPTED {form}\nexit code 0"));
        }
        if let Some(step) = STEPS.get(sitting) {
            script::play(&bench, step);
        }
    }
    assert_eq!(looked_at, 6 * (STEPS.len() + 1));
}

#[test]
fn a_mail_carries_report_form_view_and_schema() {
    let tree = script::played();
    let schema = &chronojudge::schemas::all()["orders-time-agent.schema.json"];
    let mut mails = 0;
    for (path, eml) in tree.files("outbox") {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let fields: Vec<&str> = name.split('.').collect();
        let (sitting, seat) = (&fields[1][1..], fields[2]);
        let parts = parts(eml);
        for ending in ["txt", "html", "orders.yaml", "view.yaml"] {
            let file = format!("{sitting}/{seat}.{ending}");
            let (_, bytes) = tree
                .files("reports")
                .find(|(p, _)| p.ends_with(&file))
                .unwrap();
            let is_there = parts
                .iter()
                .any(|part| part.trim_ascii() == bytes.trim_ascii());
            assert!(is_there, "{name} without {file}");
        }
        let bytes = schema.trim_end().as_bytes();
        assert!(
            parts.iter().any(|part| part.trim_ascii() == bytes),
            "{name}"
        );
        mails += 1;
    }
    assert_eq!(mails, 6 * (STEPS.len() + 1));
}
