//! The Vulkan memory model: the axioms of Khronos' published model (`spirv.als` of Vulkan-MemoryModel), in its order and with
//! its names.
//!
//! Comes in: events with who is in one group with whom, where each read reads from, the order of atomic writes. Goes out: what
//! follows, whether the execution is consistent, and which events race. Must not depend on: how executions are found.
//!
//! The model has two storage classes and the relations for one and both; here there may be any number, and the relations are for
//! each subset. Fences and control barriers have one scope there; in GLSL a barrier has two, that in which it waits
//! ([`Event::execution`]) and that in which it orders memory ([`Event::scope`]).

use super::event::{Event, Group, Phase, Scope, Storage};
use super::relation::{Relation, Set};

/// Which model judges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// Khronos' own.
    #[default]
    Khronos,
    /// That of Dat3M, in which a read is before the writes that follow what it reads only where the latter is ordered before the
    /// read.
    Dat3m,
}

/// What does not depend on the execution.
pub struct Program<'a> {
    /// The events, invocation by invocation in the order of the program.
    pub events: &'a [Event],
    /// Where each invocation is, by its number.
    pub groups: &'a [Group],
    /// `ssw`: what the host orders.
    pub ssw: Relation,
    /// Whether availability and visibility may go in several steps (`chains`).
    pub chains: bool,
    /// The model.
    pub variant: Variant,
}

/// What an execution chooses.
#[derive(Clone, Debug)]
pub struct Choice {
    /// `rf`: from writes to the reads that get their values.
    pub rf: Relation,
    /// `RFINIT`: the reads that get initial values.
    pub rfinit: Set,
    /// `asmo`: the order of atomic writes that are mutually ordered.
    pub asmo: Relation,
}

/// What follows from the events alone.
pub struct Fixed {
    count: usize,
    pub w: Set,
    pub r: Set,
    f: Set,
    pub a: Set,
    acq: Set,
    rel: Set,
    cbar: Set,
    avdevice: Set,
    visdevice: Set,
    nonpriv: Set,
    /// Each subset of the kinds of memory that occur, with `SC`, the accesses to any of them, and `SEMSC`, the semantics of all of
    /// them. Single ones first.
    storages: Vec<(Set, Set)>,
    pub po: Relation,
    sthd: Relation,
    ssg: Relation,
    swg: Relation,
    sqf: Relation,
    /// Control barriers that are one.
    scbarinst: Relation,
    pub sloc: Relation,
    pub sref: Relation,
    inscope: Relation,
    pub mutordatom: Relation,
    posctosem: Relation,
    posemtosc: Relation,
    avvisinc: Relation,
    /// `AVSG`, `AVWG`, `AVQF`, `AVSHADER`
    av: [Set; 4],
    /// `VISSG`, `VISWG`, `VISQF`, `VISSHADER`
    vis: [Set; 4],
}

/// What the model says of an execution.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Whether the model allows it.
    pub consistent: bool,
    /// `sw`
    pub sw: Relation,
    /// `locord`
    pub locord: Relation,
    /// `fr`
    pub fr: Relation,
    /// `dr`: pairs that race, both ways round.
    pub dr: Relation,
}

impl Fixed {
    /// The sets and relations of a program.
    pub fn of(program: &Program<'_>) -> Self {
        let events = program.events;
        let count = events.len();
        let set = |holds: fn(&Event) -> bool| Set::of(count, |it| events.get(it).is_some_and(holds));
        let pairs = |holds: &dyn Fn(&Event, &Event) -> bool| {
            Relation::of(count, |from, to| match (events.get(from), events.get(to)) {
                (Some(from), Some(to)) => holds(from, to),
                _ => false,
            })
        };
        let group = |it: &Event| program.groups.get(it.thread as usize).copied().unwrap_or_default();
        let at_least = |scope: Scope| Set::of(count, |it| events.get(it).is_some_and(|it| it.scope >= scope));

        let sthd = pairs(&|a, b| a.thread == b.thread);
        let ssg = pairs(&|a, b| group(a).subgroup == group(b).subgroup && group(a).workgroup == group(b).workgroup);
        let swg = pairs(&|a, b| group(a).workgroup == group(b).workgroup);
        let sqf = pairs(&|a, b| group(a).family == group(b).family);
        let po = &sthd & &Relation::of(count, |from, to| from < to);
        let sloc = pairs(&|a, b| a.location().is_some() && a.location() == b.location());
        let reference = |it: &Event| it.access.map(|it| it.reference);
        let sref = pairs(&|a, b| reference(a).is_some() && reference(a) == reference(b));

        let [sg, wg, qf, dev] = [Scope::Subgroup, Scope::Workgroup, Scope::QueueFamily, Scope::Device].map(at_least);
        let within = |scopes: Set, same: &Relation| same & &Relation::product(scopes, scopes);
        let inscope = &(&Relation::product(dev, dev) | &within(qf, &sqf)) | &(&within(wg, &swg) | &within(sg, &ssg));

        let a = set(|it| it.atomic);
        let mutordatom = (&(&sloc & &sref) & &(&Relation::product(a, a) & &inscope)).irreflexive();

        let storages = storages(events);
        let single = storages.iter().filter(|(it, ..)| it.0.count_ones() == 1).count();
        let storages: Vec<(Set, Set)> = storages.into_iter().map(|(_, sc, semsc)| (sc, semsc)).collect();
        let each = |pair: &dyn Fn(Set, Set) -> Relation| {
            storages.iter().take(single).fold(Relation::NONE, |all, &(sc, semsc)| &all | &pair(sc, semsc))
        };
        let (avdevice, visdevice) = (set(|it| it.device_available), set(|it| it.device_visible));
        let (semav, semvis) = (set(|it| it.make_available), set(|it| it.make_visible));
        let (own_av, own_vis) = (set(|it| it.available), set(|it| it.visible));
        let accesses = set(|it| it.access.is_some());
        // Per-instruction operations include the accesses of the same reference.
        let own = (&sref & &sloc).from(own_av | own_vis).and_inverse();
        let avvisinc = &(&Relation::product(accesses, avdevice) | &Relation::product(visdevice, accesses))
            | &(&own
                | &each(&|sc, semsc| &Relation::product(sc, semsc & semav) | &Relation::product(semsc & semvis, sc)));
        Self {
            count,
            w: set(|it| it.writes),
            r: set(|it| it.reads),
            f: set(|it| it.fence),
            a,
            acq: set(|it| it.acquire),
            rel: set(|it| it.release),
            cbar: set(|it| it.barrier.is_some()),
            avdevice,
            visdevice,
            nonpriv: set(|it| it.nonprivate),
            posctosem: &po & &each(&Relation::product),
            posemtosc: &po & &each(&|sc, semsc| Relation::product(semsc, sc)),
            storages,
            // Who waits does so for those who arrive.
            scbarinst: pairs(&|a, b| {
                let is_one = a.barrier.is_some() && a.barrier == b.barrier && a.execution == b.execution;
                is_one && a.phase != Phase::Wait && b.phase != Phase::Arrive
            }),
            av: [sg, wg, qf, dev].map(|it| (own_av | semav) & it),
            vis: [sg, wg, qf, dev].map(|it| (own_vis | semvis) & it),
            po,
            sthd,
            ssg,
            swg,
            sqf,
            sloc,
            sref,
            inscope,
            mutordatom,
            avvisinc,
        }
    }

    fn all(&self) -> Set {
        Set::of(self.count, |_| true)
    }

    /// What an execution is.
    pub fn judge(&self, program: &Program<'_>, choice: &Choice) -> Judgement {
        let sw = self.sw(choice);
        let hb = self.hb(program, &sw);
        let locord = self.locord(program, &hb);
        let fr = self.fr(program, choice, &locord);
        let Choice { rf, asmo, .. } = choice;
        // locord, rf, fr and asmo do not form cycles.
        let order = &(&locord | rf) | &(&fr | asmo);
        // What is not atomic does not read from a write behind which there is another.
        let shadowed = &rf.to(self.r - self.a) & &locord.from(self.w).two_or_more();
        let consistent = order.is_acyclic() && shadowed.is_empty();
        let conflict = &self.sloc & &(&Relation::product(self.w, self.w | self.r) | &Relation::product(self.r, self.w));
        let dr = (&(&conflict - &self.mutordatom) - &locord.and_inverse()).irreflexive();
        Judgement { consistent, sw, locord, fr, dr }
    }

    /// Release sequences from writes that begin one: `rs` and `hypors`.
    fn release_sequence(&self, first: Set, asmo: &Relation) -> Relation {
        let onward = asmo.immediate().to(self.r & self.w).closure().reflexive();
        onward.from(first)
    }

    /// Synchronizes-with.
    fn sw(&self, choice: &Choice) -> Relation {
        let Self { a, f, acq, rel, w, r, .. } = *self;
        let read = &choice.rf & &self.mutordatom;
        let rs = self.release_sequence(rel & a & w, &choice.asmo);
        let hypors = self.release_sequence(w & a, &choice.asmo);
        // From a release to the atomic reads that see it, directly or by a fence before the write.
        let atomic_release = rs.then(&read);
        let fence_release = self.posemtosc.from(rel & f).to(a & w).then(&hypors).then(&read);
        let released = &atomic_release | &fence_release;
        // On to the acquire, which is the read or a fence behind it.
        let atomic_acquire = released.to(acq & a);
        let fence_acquire = released.to(a & r).then(&self.posctosem.to(acq & f));
        // fence, control barrier, control barrier, fence
        let to_barrier = self.po.reflexive().from(rel & f).to(self.cbar);
        let from_barrier = self.po.reflexive().from(self.cbar).to(acq & f);
        let barrier = to_barrier.then(&self.scbarinst.irreflexive()).then(&from_barrier);
        &self.inscope & &(&(&atomic_acquire | &fence_acquire) | &barrier)
    }

    /// Happens-before: program order, and inter-thread-happens-before for each subset of the storage classes.
    fn hb(&self, program: &Program<'_>, sw: &Relation) -> Relation {
        let mut hb = self.po.clone();
        for &(sc, semsc) in &self.storages {
            let both = &sw.from(semsc).to(semsc) | &program.ssw;
            let before = self.po.from(sc | semsc).to(self.rel & semsc);
            let after = self.po.from(self.acq & semsc).to(sc | semsc);
            let ithb = (&both | &(&before | &after)).closure();
            hb = &hb | &ithb;
        }
        hb
    }

    /// Chains of operations that make available up to a domain: `avsg`, `avwg`, `avqf`, `avsh`.
    fn available(&self, program: &Program<'_>, hb: &Relation) -> [Relation; 4] {
        let [sg, wg, qf, sh] = self.av;
        let limited = |chain: Relation| if program.chains { chain } else { &chain & &Relation::identity(self.all()) };
        let step = |first: &Relation, same: &Relation| first.then(&(&(hb & same) & &self.avvisinc)).reflexive();
        let avsg = Relation::identity(sg);
        let by_sg = step(&avsg, &self.ssg);
        let avwg = limited(by_sg.clone()).to(wg);
        let by_wg = by_sg.then(&step(&avwg, &self.swg));
        let avqf = limited(by_wg.clone()).to(qf);
        let avsh = limited(by_wg.then(&step(&avqf, &self.sqf))).to(sh);
        [avsg, avwg, avqf, avsh]
    }

    /// Chains of operations that make visible from a domain: `vissg`, `viswg`, `visqf`, `vissh`.
    fn visible(&self, program: &Program<'_>, hb: &Relation) -> [Relation; 4] {
        let [sg, wg, qf, sh] = self.vis;
        let limited = |chain: Relation| if program.chains { chain } else { &chain & &Relation::identity(self.all()) };
        let step = |same: &Relation, last: &Relation| (&(hb & same) & &self.avvisinc).then(last).reflexive();
        let vissg = Relation::identity(sg);
        let by_sg = step(&self.ssg, &vissg);
        let viswg = limited(by_sg.clone()).from(wg);
        let by_wg = step(&self.swg, &viswg).then(&by_sg);
        let visqf = limited(by_wg.clone()).from(qf);
        let vissh = limited(step(&self.sqf, &visqf).then(&by_wg)).from(sh);
        [vissg, viswg, visqf, vissh]
    }

    /// Location-ordered.
    fn locord(&self, program: &Program<'_>, hb: &Relation) -> Relation {
        let Self { w, r, nonpriv, .. } = *self;
        // In one invocation, through one reference.
        let mut ordered = &(hb & &self.sthd) & &self.sref;
        // Reads before anything else, and what the host orders.
        ordered = &ordered | &hb.from(r & nonpriv).to((r | w) & nonpriv);
        ordered = &ordered | &program.ssw.closure().from(r).to(r | w);
        // Writes, through a domain in which they are available, before writes and reads.
        let included = &self.po.reflexive() & &self.avvisinc;
        let domains = [hb & &self.ssg, hb & &self.swg, hb & &self.sqf, hb.clone()];
        let chains = self.available(program, hb).into_iter().zip(self.visible(program, hb));
        for ((available, visible), domain) in chains.zip(domains) {
            let sent = included.from(w & nonpriv).then(&available).then(&domain);
            let to_write = sent.to(w & nonpriv);
            let to_read = sent.then(&visible).then(&included).to(r & nonpriv);
            ordered = &ordered | &(&self.sref & &(&to_write | &to_read));
        }
        // Through the device domain.
        let included = hb & &self.avvisinc;
        let sent = included.from(w).to(self.avdevice).then(hb);
        let to_read = sent.to(self.visdevice).then(&included).to(r);
        ordered = &ordered | &(&sent.to(w) | &to_read);
        &self.sloc & &ordered
    }

    /// From-read.
    fn fr(&self, program: &Program<'_>, choice: &Choice, locord: &Relation) -> Relation {
        let Choice { rf, rfinit, asmo } = choice;
        let back = rf.inverse();
        let ordered = match program.variant {
            Variant::Khronos => back.clone(),
            Variant::Dat3m => (rf & locord).inverse(),
        };
        let by_locord = ordered.then(&locord.from(self.w).to(self.w));
        let initial = self.sloc.from(*rfinit).to(self.w);
        (&(&by_locord | &back.then(asmo)) | &initial).irreflexive()
    }
}

/// Each subset of the kinds of memory that occur, with the accesses to any and the semantics of all of them, single ones first.
fn storages(events: &[Event]) -> Vec<(Storage, Set, Set)> {
    let used = events.iter().fold(0, |all, it| all | it.access.map_or(0, |it| it.storage.0));
    let mut subsets: Vec<u8> = (1..=used).filter(|it| it & !used == 0).collect();
    subsets.sort_by_key(|it| (it.count_ones(), *it));
    let of = |holds: &dyn Fn(&Event) -> bool| Set::of(events.len(), |it| events.get(it).is_some_and(holds));
    let one = |bits: u8| {
        let sc = of(&|it| it.access.is_some_and(|it| it.storage.0 & bits != 0));
        let semsc = of(&|it| (it.acquire || it.release) && it.semantics.contains(Storage(bits)));
        (Storage(bits), sc, semsc)
    };
    subsets.into_iter().map(one).collect()
}
