//! The first phase of an update: the crowd takes the worlds of all bodies as they are, and agents take note of each other.

use std::collections::btree_map::Entry;

use voxnav::Navigator;

use crate::crowd::Crowd;
use crate::crowd::values::error::CrowdError;
use crate::crowd::values::settings::PlanningStats;
use crate::crowd::view::{View, wary};

impl Crowd {
    /// Takes the worlds as they are now; then agents settle, exchange places, go back, make way and look for jams.
    pub(super) fn sense(&mut self, navigator: &mut Navigator, dt: f64) -> Result<(), CrowdError> {
        self.updates += 1;
        self.work = PlanningStats::default();
        self.look(navigator)?;
        self.settle();
        self.exchange_places();
        self.send_back();
        self.make_way(dt);
        self.look_at_jams(dt);
        Ok(())
    }

    /// Takes the world of each body as it is now.
    fn look(&mut self, navigator: &mut Navigator) -> Result<(), CrowdError> {
        let mut before = std::mem::take(&mut self.views);
        let mut wary_before = std::mem::take(&mut self.wary);
        for (&id, member) in &mut self.members {
            let body = member.agent.body;
            let view = match self.views.entry(body) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    let view = View::of(navigator, (id, body), &self.settings)?;
                    let kept = before.remove(&body).filter(|it| it.is_same_as(&view));
                    place.insert(kept.unwrap_or(view))
                }
            };
            member.kind = view.kind();
            if let Some((keep_away, place)) = member.agent.keep_away.zip(wary(&member.agent))
                && let Entry::Vacant(vacant) = self.wary.entry(place)
            {
                let view = View::keeping_away(navigator, (id, body), keep_away, &self.settings)?;
                let kept = wary_before.remove(&place);
                vacant.insert(kept.filter(|it| it.is_same_as(&view)).unwrap_or(view));
            }
        }
        if self.settings.avoidance.is_some() {
            self.avoiding.look(navigator, &self.views)?;
        } else if let Some(view) = self.views.values().next() {
            self.avoiding.set_lattice(*view.lattice());
        }
        Ok(())
    }
}
