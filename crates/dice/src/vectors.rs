//! Every vector of fair1, section 8.

use std::collections::BTreeMap;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::bind::{What, bind_hash, bind_salt};
use super::chain::{
    Beacon, Chain, Draw, Master, earlier_key, hidden_commitment, player_salt, salt_hash,
    salts_hash, verify_link,
};
use super::field::{Hash, Key, sha256, to_hex};
use super::label::{Label, Name};
use super::quicknet::ROUNDS;
use super::slots::{Sealed, slot_hash, slot_salt};
use super::stream::{Stream, roll_key};
use super::{Dice as _, Fair};

fn name(text: &str) -> Name {
    Name::new(text).expect("a name")
}

fn label(text: &str) -> Label {
    Label::new(text).expect("a label")
}

fn master() -> Master {
    Master::from_bytes(std::array::from_fn(|i| u8::try_from(i).expect("small")))
}

fn chain() -> Chain {
    Chain::new(&master(), &name("demo-1"), 16)
}

/// Returns the hash of the salts of two seats, with a round of the beacon or none.
fn salts(draw: Beacon) -> Option<Hash> {
    let salts = [("roo", 0x11), ("zytal", 0x22)]
        .map(|(seat, byte)| (name(seat), Hash::from_bytes([byte; 32])));
    salts_hash(&name("demo-1"), &BTreeMap::from(salts), &draw)
}

fn draw(beacon: Beacon, salts: Option<Hash>) -> Draw {
    Draw {
        game: name("demo-1"),
        sitting: 1,
        beacon,
        salts,
    }
}

/// Returns the key of public rolls that the vectors of rolls and shuffles use.
fn public_key() -> Key {
    draw(Beacon::None, salts(Beacon::None)).public_key(chain().key(1).expect("of 16"))
}

/// Returns the key of hidden rolls that the vectors of slots use.
fn hidden_key() -> Key {
    draw(Beacon::None, salts(Beacon::None)).hidden_key(&master().hidden(&name("demo-1")))
}

#[test]
fn chain_and_commitments() {
    let (chain, game) = (chain(), name("demo-1"));
    let key = |t| chain.key(t).expect("of 16").to_hex();
    assert_eq!(
        chain.anchor().to_string(),
        "774996542a401e97ce97a38d8bc1d615fc3d0ad56aa5e794b268d9e70060ee46"
    );
    assert_eq!(key(0), chain.anchor().to_string());
    assert_eq!(
        key(1),
        "2d6ed6abafeb6e1ec3161541cd6f35993897c665392be1cdb7487711a013dacb"
    );
    assert_eq!(
        key(16),
        "c9a0c3c6038b9044ac62feb8bf4b105f9c5508eb5700277181bed19b749c680c"
    );
    assert!((1..=16).all(|t| verify_link(
        &game,
        t,
        chain.key(t).expect("of 16"),
        chain.key(t - 1).expect("of 16")
    )));
    let back = |from: u32, t| earlier_key(&game, from, chain.key(from).expect("of 16"), t);
    assert!((0..=16).all(|t| back(16, t).as_ref() == chain.key(t)));
    assert_eq!(back(7, 8), None);
    let secret = master().hidden(&game);
    assert_eq!(
        secret.to_hex(),
        "bbffd348f50e9c046220441c26d6b659829589108d42e6c0843f211812e7313f"
    );
    let hidden = hidden_commitment(&game, &secret);
    assert_eq!(
        hidden.to_string(),
        "050fb1ea571b98b9db9396ebc0531266938e09fe1af62cb0177e73b827412c5c"
    );
}

#[test]
fn salts_of_the_players() {
    let all = |draw| salts(draw).expect("two salts").to_string();
    assert_eq!(
        all(Beacon::None),
        "f2cc5916b5e73696877495508565f1a0fc5def7c82a347c1fd732c8691da7c7d"
    );
    assert_eq!(
        all(Beacon::from_signature(123, ROUNDS[1].1).expect("48 bytes")),
        "0823ca8e1138dbf2dba250af138b4296f6ffc3ca4da8f520b4dc282fe325990a"
    );
    let genesis = Hash::from_bytes([0x33; 32]);
    let roo = salt_hash(&genesis, &name("roo"), &Hash::from_bytes([0x11; 32])).to_string();
    assert_eq!(
        roo,
        "12c06a56fb32cb77ebc3ddb94427e770cd9f272c458df1a36f19a0a1abd6a1da"
    );
    let words = "6899ee404683a14e8c2a03149860df25d67d34d9cd4dae7350cbe91e4b3976be";
    assert_eq!(player_salt("one two three").to_string(), words);
    assert_eq!(player_salt("one two three\n").to_string(), words);
}

#[test]
fn sitting_keys() {
    let beacon = Beacon::from_signature(123, ROUNDS[1].1).expect("48 bytes");
    let text = "123:fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc";
    assert_eq!(beacon.to_string(), text);
    let chain = chain();
    let key = |beacon, salts| {
        draw(beacon, salts)
            .public_key(chain.key(1).expect("of 16"))
            .to_hex()
    };
    assert_eq!(
        key(Beacon::None, None),
        "b608acd5cff759088d2934edc447ceb2dad9c3b91d12b697446fa18db164ed2d"
    );
    assert_eq!(
        key(Beacon::None, salts(Beacon::None)),
        "e0f6cf23482874e809d436879b83e761a51802eaebaa40668df91ec9fd048165"
    );
    assert_eq!(
        key(Beacon::None, salts(beacon)),
        "195c4cd024994ac2370127aa1136a67b3050f7c33c2d3bfd5f4418794ccfc5ff"
    );
    assert_eq!(
        key(beacon, salts(Beacon::None)),
        "b78dda470eb001b62c67adee24aeef173cb6b15fe4b989a60972659c6615e385"
    );
    assert_eq!(
        hidden_key().to_hex(),
        "2d2ca38431e578c55b945aed3f046f61d68d4ef31d82e8e34b7014f952f2bca2"
    );
    let hidden = draw(Beacon::None, salts(beacon)).hidden_key(&master().hidden(&name("demo-1")));
    assert_eq!(
        hidden.to_hex(),
        "2008a54275b63484d9865c630503fd2df1390b35da437257e2eda3c5122191f7"
    );
}

#[test]
fn rolls() {
    let attack = label("combat/4a-3/zytal-squad-1/roo-agent-1/attack");
    let key = roll_key(&public_key(), &attack);
    assert_eq!(
        key.to_hex(),
        "4cc0ff97959be0a6b597b0d472df10884cb99ef576e83b88a1d7eec0bd5f748c"
    );
    let mut stream = Stream::new(&public_key(), &attack);
    let words: Vec<u32> = (0..6).map(|_| stream.word()).collect();
    assert_eq!(
        words,
        [
            1_668_998_383,
            2_878_855_855,
            1_125_889_965,
            961_642_702,
            2_391_268_991,
            3_738_071_296
        ]
    );

    let mut dice = Fair::new(&public_key(), hidden_key());
    let mut roll = |text, count, sides| dice.roll(&label(text), count, sides).expect("dice");
    assert_eq!(
        roll(attack.as_str(), 20, 6),
        [2, 2, 4, 5, 6, 5, 5, 1, 1, 5, 6, 2, 2, 5, 5, 6, 4, 3, 6, 6]
    );
    assert_eq!(roll("facing/2a-5", 1, 6), [2]);
    assert_eq!(roll("weather", 8, 10), [10, 8, 3, 4, 7, 4, 3, 1]);
    assert_eq!(roll("event", 3, 100), [32, 6, 58]);
    assert_eq!(
        Stream::new(&public_key(), &label("u32")).below(1 << 32),
        Some(286_132_904)
    );
}

#[test]
fn a_word_beyond_the_last_whole_multiple_is_thrown_away() {
    assert_eq!(
        Stream::new(&public_key(), &label("reject")).word(),
        3_863_794_037
    );
    let mut stream = Stream::new(&public_key(), &label("reject"));
    let faces = stream.dice(6, 3_000_000_000).expect("dice");
    assert_eq!(
        faces,
        [
            2_464_123_190,
            2_582_575_260,
            151_975_359,
            2_364_109_393,
            2_608_417_139,
            571_640_504
        ]
    );
    assert!(stream.taken() > 6);
}

#[test]
fn shuffles() {
    let mut dice = Fair::new(&public_key(), hidden_key());
    let tiles = dice.shuffle(&label("deck/tiles"), 12);
    assert_eq!(tiles, Ok(vec![7, 4, 11, 8, 0, 2, 3, 1, 10, 5, 9, 6]));
    let big = dice.shuffle(&label("deck/big"), 300).expect("a shuffle");
    let joined = big.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let hash = sha256(joined.as_bytes()).to_string();
    assert_eq!(
        hash,
        "e61f7c405aeb491925d8e8a0051ecd6fe69754a8f5c591976c0b0c0596102590"
    );
}

#[test]
fn slots() {
    let (game, tiles) = (name("demo-1"), name("tiles"));
    let items = ["forest", "hill", "lake", "plain", "plain", "town"].map(str::to_owned);
    let sealed = Sealed::new(&game, &hidden_key(), &tiles, &items).expect("a deck");
    let order: Vec<&str> = sealed.openings.iter().map(|o| o.item.as_str()).collect();
    assert_eq!(order, ["plain", "lake", "town", "hill", "forest", "plain"]);
    for (slot, item, salt, hash) in [
        (
            0,
            "plain",
            "f9e0a454337e169a72b5e98293536f2661345ba885b9641d8f026453652cca2d",
            "36bee1c236c8e43dc5ab9f4ba491730232aa6e63f23d198a587cd114223b2a7b",
        ),
        (
            2,
            "town",
            "344242edc4074ec7d94c7df3ac63575f0c1b3576c9208e9a5c15efa2db226ce3",
            "002a5363ca864b261090654df98c3a47bcb331d112b49c4653a40e7b052697a3",
        ),
    ] {
        let ours = slot_salt(&hidden_key(), &tiles, slot);
        assert_eq!(ours.to_string(), salt);
        assert_eq!(
            slot_hash(&game, &tiles, slot, &ours, item).map(|h| h.to_string()),
            Ok(hash.to_owned())
        );
        assert_eq!(sealed.slots[slot as usize].to_string(), hash);
        assert_eq!(sealed.openings[slot as usize].salt, ours);
    }
}

#[test]
fn a_bound_file() {
    let (game, what) = (name("demo-1"), What::Order(name("roo")));
    let salt = bind_salt(&master().hidden(&game), &what, 1);
    assert_eq!(
        salt.to_string(),
        "79a53b43c8e3c12537b53314d950dc9530fcc360e86a3650bdc146cb5146ea49"
    );
    let hash = bind_hash(&game, &what, 1, &salt, &sha256(b"x\n")).to_string();
    assert_eq!(
        hash,
        "f9fd162865e64665058a73c15eaa1137bbc9a5e5a736908529dfa3bd5a4d0033"
    );
}

#[test]
fn the_stream_cipher_itself() {
    let mut rng = ChaCha20Rng::from_seed(std::array::from_fn(|i| u8::try_from(i).expect("small")));
    let bytes: Vec<u8> = (0..8).flat_map(|_| rng.next_u32().to_le_bytes()).collect();
    assert_eq!(
        to_hex(&bytes),
        "39fd2b7dd9c5196a8dbd0377b8dc4a498a35d86fbcde6accb2cc7d4cd8ea2492"
    );
    assert_eq!(
        ChaCha20Rng::from_seed([0; 32]).next_u32(),
        0xade0_b876,
        "as in RFC 8439"
    );
}

/// The page of the protocol lists only vectors that are checked: every hash in its list occurs in this file, or is the signature of a round that is verified.
#[test]
fn the_page_gives_these_vectors() {
    let page = include_str!("../../../docs/fair1.md");
    let list = page.split("## 8 Vectors").nth(1).expect("the vectors");
    let list = list.split("\nBy hand").next().expect("the list");
    let here = include_str!("vectors.rs");
    let digest = |word: &&str| word.len() >= 64 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let all: Vec<&str> = list
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(digest)
        .collect();
    assert!(all.len() > 25, "{}", all.len());
    for hash in all {
        let is_checked =
            here.contains(hash) || ROUNDS.iter().any(|(_, signature)| *signature == hash);
        assert!(is_checked, "{hash} is not checked");
    }
}
