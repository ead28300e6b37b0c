package automix

import (
	"math"
	"strings"

	"sonora/internal/music"
)

// A mix is noticeably shorter or longer than asked for if its length divided by
// the wanted one is below short or above long.
const (
	short = 0.8
	long  = 1.25
)

// notKept are the sentences for limits of a description that were dropped.
var notKept = map[string]music.Message{
	"bpm":    music.Say("Too few tracks have the tempo that you described, so the mix also has others."),
	"energy": music.Say("Too few tracks have the energy that you described, so the mix also has others."),
	"keys":   music.Say("Too few tracks have the keys that you described, so the mix also has others."),
	"genres": music.Say("Too few tracks have the genres that you described, so the mix also has others."),
}

// Notes returns how the mix differs from what the person asked for, as far as it
// is known: before the mix is planned, its length is an estimate.
func (m *Made) Notes() []music.Message {
	notes := append(m.Wishes.Understood.notes(), m.lengthNotes()...)
	if n := len(m.Wishes.Unknown); n > 0 {
		notes = append(notes, music.Say("%d of the tracks were not found. The mix is made without them.", n))
	}
	if n := m.Wishes.Repeated; n > 0 {
		notes = append(notes, music.Say("%d tracks were listed again. A mix has each track once.", n))
	}
	if n := m.Wishes.Unread; n > 0 {
		notes = append(notes, music.Say("This playlist has %d tracks. The mix is made from the first %d.", music.MaxPageSize+n, music.MaxPageSize))
	}
	return notes
}

// notes returns what of a description the mix does not keep.
func (u *Understood) notes() (notes []music.Message) {
	if u == nil {
		return nil
	}
	if u.AskedMinutes > 0 {
		notes = append(notes, music.Say("You asked for %d minutes. A mix lasts %d to %d minutes, so this one is planned for %d.", u.AskedMinutes, minMinutes, maxMinutes, u.Minutes))
	}
	for _, limit := range u.Relaxed {
		notes = append(notes, notKept[limit])
	}
	for _, genre := range u.MissingGenres {
		notes = append(notes, music.Say("Your library has no %s tracks.", genre))
	}
	if len(u.Ignored) > 0 {
		notes = append(notes, music.Say("Not understood: %s.", strings.Join(u.Ignored, ", ")))
	}
	return notes
}

// lengthNotes returns a sentence if the mix has not the wanted length.
func (m *Made) lengthNotes() []music.Message {
	lasts, wanted := m.Duration.Minutes(), float64(m.Wishes.Minutes)
	if lasts == 0 {
		lasts = m.Wishes.Estimate / 60
	}
	about := int(math.Max(1, math.Round(lasts)))
	switch {
	case wanted == 0 || lasts == 0:
		return nil
	case lasts < short*wanted:
		return []music.Message{music.Say("You asked for %d minutes, but the tracks that fit last only about %d minutes together. Add tracks, or describe more music.", m.Wishes.Minutes, about)}
	case lasts > long*wanted && m.Tracks == minTracks:
		return []music.Message{music.Say("You asked for %d minutes. A mix has at least two tracks, and these last about %d minutes.", m.Wishes.Minutes, about)}
	}
	return nil
}
