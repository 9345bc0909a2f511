//! Every form, as it is delivered, is a valid order file.

use super::{
    bench::{Bench, GAME, SEATS, Said},
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
        // The GM checks all of them at once.
        let forms = SEATS.map(|seat| format!("{seat}.form.yaml"));
        let names: Vec<&str> = forms.iter().map(String::as_str).collect();
        let said = bench.run(&[&["check"], &names[..], &["--game", GAME]].concat());
        // An untouched form may leave questions open; it gets no other diagnostic.
        let fine = |said: &Said, files: &[&str]| {
            let codes = said.err.matches("[E").count();
            let open = said.err.matches("warning[E0315]").count();
            assert_eq!(
                (said.code, codes),
                (0, open),
                "sitting {}: {}",
                sitting + 1,
                said.all()
            );
            let mut verdicts: Vec<&str> = said
                .out
                .lines()
                .filter(|line| line.starts_with("ACCEPTED") || line.starts_with("REJECTED"))
                .collect();
            verdicts.sort_unstable();
            let mut wanted: Vec<String> = files
                .iter()
                .map(|file| {
                    let warned = said.err.contains(&format!("--> {file}"));
                    let words = if warned {
                        "ACCEPTED WITH WARNINGS"
                    } else {
                        "ACCEPTED"
                    };
                    format!("{words} {file}")
                })
                .collect();
            wanted.sort_unstable();
            assert_eq!(verdicts, wanted, "{}", said.all());
        };
        fine(&said, &names);
        // Each player checks with the view that came with the form.
        let turn = now["turn"].as_u64().unwrap();
        let folder = [turn.saturating_sub(1), turn]
            .map(|turn| format!("gem/reports/{turn:04}/{:04}", sitting + 1))
            .into_iter()
            .find(|folder| bench.dir().join(folder).exists())
            .unwrap();
        for (seat, form) in SEATS.iter().zip(&forms) {
            let view = format!("{folder}/{seat}.view.yaml");
            let said = bench.run(&["check", form, "--view", &view]);
            fine(&said, &[form.as_str()]);
        }
        if let Some(step) = STEPS.get(sitting) {
            script::play(&bench, step);
        }
    }
    assert_eq!(looked_at, 6 * (STEPS.len() + 1));
}

#[test]
fn a_mail_carries_report_and_form() {
    let tree = script::played();
    let mut mails = 0;
    let letters = tree.files("outbox");
    for (path, eml) in letters.filter(|(path, _)| path.extension().is_some_and(|e| e == "eml")) {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let fields: Vec<&str> = name.split('.').collect();
        let (sitting, seat) = (&fields[1][1..], fields[2]);
        let parts = parts(eml);
        let kept = |ending: &str| {
            let file = format!("{sitting}/{seat}.{ending}");
            let mut files = tree.files("reports");
            files.find(|(path, _)| path.ends_with(&file)).unwrap().1
        };
        let is_in = |whole: &str, part: &str| {
            let lines = part.lines().filter(|line| !line.trim().is_empty());
            lines.clone().count() > 3 && lines.into_iter().all(|line| whole.contains(line))
        };
        let all: Vec<String> = { parts.iter() }
            .map(|part| String::from_utf8_lossy(part).into_owned())
            .collect();
        // The text is the report with the short form in it, and the page is made for mail programs.
        let (report, short) = (kept("txt"), kept("short.yaml"));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let has = |part: &[u8]| all.iter().any(|whole| is_in(whole, &text(part)));
        // A table that is as it was in the last mail is left out.
        let before: String = { tree.files("reports") }
            .filter(|(path, _)| {
                path.ends_with(format!("{seat}.txt")) && !path.to_string_lossy().contains(sitting)
            })
            .map(|(_, told)| text(told))
            .collect();
        let told = text(report);
        let lines = told.lines().filter(|line| !line.trim().is_empty());
        for line in lines {
            let mailed = all.iter().any(|whole| whole.contains(line));
            assert!(mailed || before.contains(line), "{name}: {line}");
        }
        assert!(has(short), "{name}");
        let page = all.iter().find(|part| part.contains("<html"));
        // The first player is sent pages.
        assert_eq!(page.is_some(), seat == SEATS[0], "{name}");
        if let Some(page) = page {
            assert!(!page.contains("<svg") && !page.contains("var(--"), "{name}");
            assert!(
                page.contains("href=\"mailto:") && page.contains("src=\"cid:"),
                "{name}"
            );
        }
        // The mailed form has the seat's token as well.
        let form = text(kept("orders.yaml"));
        let without_token = |part: &&String| {
            let lines = part.lines().filter(|line| !line.starts_with("token: "));
            lines.collect::<Vec<_>>().join("\n").trim() == form.trim()
        };
        assert!(
            all.iter().any(|part| without_token(&part)),
            "{name} without its form"
        );
        assert!(
            !parts
                .iter()
                .any(|part| part.trim_ascii() == kept("view.yaml").trim_ascii()),
            "{name}"
        );
        mails += 1;
    }
    // All six at the start and at the end of each turn; within a turn those who are asked something new.
    assert_eq!(mails, 33);
}

/// Zytal has answered for the whole game: the form does not answer otherwise, and the report tells the player the
/// effect of the standing order.
#[test]
fn standing_answers_are_in_the_form_and_in_the_report() {
    let bench = Bench::started();
    let standing = "standing: [{when: {ask: oppose}, prefer: [stand-aside]}]\n";
    bench.write("gem/standing/zytal.yaml", standing);
    let idle = "headquarters: {}\nmoves: []\nactions: []\n";
    for seat in SEATS {
        let body = match seat {
            "zytal" => "headquarters: {}\nmoves: [{unit: agent-1, to: 7b-3}]\nactions: []\n",
            _ => idle,
        };
        bench.order(seat, 1, body);
    }
    bench.ok(&["adjudicate", GAME]);
    let form = bench.ok(&["form", GAME, "zytal"]).out;
    assert!(form.contains("\nopposition: []\n"), "{form}");
    assert!(form.contains("#      Your standing answers hold"), "{form}");
    let other = bench.ok(&["form", GAME, "roo"]).out;
    assert!(
        other.contains("\nopposition:\n  - {tile: any, declare: oppose}\n"),
        "{other}"
    );
    for seat in SEATS {
        let body = match seat {
            "zytal" => "headquarters: {maintain: [agent-1]}\nmoves: []\nactions: []\n",
            "roo" => {
                "headquarters: {}\nmoves: [{unit: agent-1, to: 7b-3}]\n\
                 actions: [ask: {tile: 7b-3, race: zytal}]\n"
            }
            _ => idle,
        };
        bench.order(seat, 2, body);
    }
    bench.ok(&["adjudicate", GAME]);
    let report = bench.ok(&["report", GAME, "zytal"]).out;
    let words = "standing: {ask: oppose, against: roo, tile: 7b-3}: stand-aside - carried out";
    assert!(report.contains(words), "{report}");
}
