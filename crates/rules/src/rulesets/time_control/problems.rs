//! The names of the Problem cards. No source lists them: they are reconstructed.

use crate::rulesets::words::names;

names! {
    /// Problem cards: what a card counts as.
    ProblemType {
        Technological = "technological",
        Cultural = "cultural",
        Societal = "societal",
    }
}

names! {
    /// About Problem Cards: the 32 Problems; there are two cards of each.
    Problem {
        SteamForever = "steam-forever",
        NoElectricity = "no-electricity",
        NoWheel = "no-wheel",
        ClocksDisagree = "clocks-disagree",
        SilentRadios = "silent-radios",
        UnstableSubstance = "unstable-substance",
        BrokenLaunchPads = "broken-launch-pads",
        LostFormulas = "lost-formulas",
        NoPrinting = "no-printing",
        ForgottenMusic = "forgotten-music",
        NoTheatre = "no-theatre",
        BurnedLibraries = "burned-libraries",
        OneLanguageLost = "one-language-lost",
        NoMaps = "no-maps",
        FalseHistories = "false-histories",
        DuelsOfHonor = "duels-of-honor",
        EternalEmpire = "eternal-empire",
        GuildsRule = "guilds-rule",
        NoMoney = "no-money",
        CurfewEverywhere = "curfew-everywhere",
        ClosedBorders = "closed-borders",
        SecretPolice = "secret-police",
        BannedSciences = "banned-sciences",
        EndlessStrike = "endless-strike",
        NoComputers = "no-computers",
        NoNewspapers = "no-newspapers",
        MachinesJudge = "machines-judge",
        CultOfTheClock = "cult-of-the-clock",
        WorldAtWar = "world-at-war",
        DarkAge = "dark-age",
        EchoesInTime = "echoes-in-time",
        LooseThreads = "loose-threads",
    }
}
