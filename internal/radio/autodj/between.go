package autodj

import (
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

const (
	// maxHourlyEarly is how long before its minute an hourly item may play. It
	// plays at the nearest end of a song, and songs are about three minutes
	// long.
	maxHourlyEarly = 90 * time.Second
	// hourlyLate is how long after its minute an hourly item is still worth
	// playing.
	hourlyLate = 30 * time.Minute
)

// between adds the item that is due between two songs. It reports whether there
// was one.
func (p *planner) between() (bool, error) {
	show := p.partAt(p.at).show()
	for _, role := range []station.Role{station.RoleHourly, station.RoleIdent, station.RoleJingle, station.RoleVoice} {
		for _, l := range p.Rules.inForce(role, show) {
			if !p.due(l) {
				continue
			}
			done, err := p.insert(l)
			if done || err != nil {
				return done, err
			}
		}
	}
	return false, nil
}

// due reports whether a playlist is due. For an hourly playlist it also records
// the hour.
func (p *planner) due(l *station.Playlist) bool {
	if l.Role == station.RoleHourly {
		return p.dueHourly(l)
	}
	before, known := p.state.LastPlays[l.ID]
	if !known {
		p.state.LastPlays[l.ID] = LastPlay{p.state.Songs, p.at}
		return false
	}
	songs := p.state.Songs - before.Songs
	return songs > 0 && (l.EverySongs > 0 && songs >= int64(l.EverySongs) ||
		l.EveryMinutes > 0 && p.at.Sub(before.At) >= time.Duration(l.EveryMinutes)*time.Minute)
}

func (p *planner) dueHourly(l *station.Playlist) bool {
	last, known := p.state.Hours[l.ID]
	if !known {
		last = p.at
		p.state.Hours[l.ID] = last
	}
	for {
		due := nextMinute(last, l.Minute, p.Rules.Calendar.Zone)
		if due.After(p.at.Add(maxHourlyEarly)) {
			return false
		}
		p.state.Hours[l.ID], last = due, due
		if p.at.Sub(due) <= hourlyLate {
			return true
		}
	}
}

// nextMinute returns the first time after the given one at which the wall clock
// shows the given minute of an hour.
func nextMinute(after time.Time, minute int, zone *time.Location) time.Time {
	t := after.In(zone).Truncate(time.Minute)
	for range 3 { // after a clock change by half an hour, the minute differs
		ahead := (minute - t.Minute() + 60) % 60
		t = t.Add(time.Duration(ahead) * time.Minute)
		if ahead == 0 && t.After(after) {
			return t
		}
		if t.Minute() == minute && t.After(after) {
			return t
		}
		if t.Minute() == minute {
			t = t.Add(time.Minute)
		}
	}
	return t
}

// insert adds the next item of a playlist between two songs. An item that
// people removed or moved counts as played.
func (p *planner) insert(l *station.Playlist) (bool, error) {
	s, err := p.source(l)
	if s == nil || err != nil {
		return false, err
	}
	var slot *station.Slot
	err = p.scan(s, true, func(place int64, song *station.Song) bool {
		made := s.slotOf(place, song, slotKinds[l.Role])
		slot = &made
		return true
	})
	if slot == nil || err != nil {
		return false, err
	}
	slot.At = p.at
	if p.taken[slot.ID] || p.Skipped != nil && p.Skipped(slot.ID) {
		return false, p.consume(slot)
	}
	slot.Reason, slot.Over = p.reasonBetween(l, s.pool.Name), l.Role == station.RoleVoice
	return true, p.emit(*slot)
}

var slotKinds = map[station.Role]station.SlotKind{
	station.RoleJingle: station.SlotJingle, station.RoleIdent: station.SlotIdent, station.RoleHourly: station.SlotHourly, station.RoleVoice: station.SlotVoice,
}

func (p *planner) reasonBetween(l *station.Playlist, name string) music.Message {
	switch {
	case l.Role == station.RoleHourly:
		return music.Say("“%s” plays every hour at minute %d.", name, l.Minute)
	case l.Role == station.RoleVoice:
		return music.Say("“%s” is spoken over the next song.", name)
	case l.EverySongs > 0:
		return music.Say("“%s” plays after every %d songs.", name, l.EverySongs)
	}
	return music.Say("“%s” plays every %d minutes.", name, l.EveryMinutes)
}
