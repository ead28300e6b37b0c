package plan

import (
	"slices"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// key takes the key that was asked for, or that of the track. Pleasant moods draw it
// to major modes, unpleasant ones to minor modes.
func (m *maker) key() {
	key := score.Key{Mode: m.wish.Mode}
	if key.Mode == "" && len(m.wish.Moods) == 0 && m.like.Key.Valid() {
		key.Mode = m.like.Key.Mode
	}
	feeling, _ := m.feeling()
	if key.Mode == "" && m.wish.Tonic != "" && feeling.Valence >= 0 && m.hasMajor() {
		key.Mode = score.Major // "in D" means D major
	}
	if key.Mode == "" {
		key.Mode = score.Mode(dice.Pick(m.dice("mode"), m.modes(), func(c style.Weighted) float64 {
			lean := 1 + float64(0.95*feeling.Valence)
			if mode := score.Mode(c.Value); (score.Key{Mode: mode}).Minorish() || mode == score.Dominant {
				lean = 1 - float64(0.95*feeling.Valence)
			}
			return c.Weight * lean * lean
		}).Value)
	}
	tonic, asked := m.wish.Pitch()
	switch {
	case asked:
	case m.like.Key.Valid():
		tonic = m.like.Key.Tonic
	default:
		tonic = m.dice("tonic").IntN(12)
	}
	key.Tonic = tonic
	if !asked {
		key = shifted(key, m.wish.ShiftIn(key.Minorish()))
		key = m.otherTonic(key)
	}
	m.plan.Key = key
}

// modes returns the modes of the style but for those that are not wanted; all of them, if somebody
// wants none.
func (m *maker) modes() style.Choices {
	left := slices.DeleteFunc(slices.Clone(m.style.Modes), func(c style.Weighted) bool { return m.unwantedMode(score.Mode(c.Value)) })
	if len(left) == 0 {
		return m.style.Modes
	}
	return left
}

// unwantedMode reports whether a mode is not wanted on any note.
func (m *maker) unwantedMode(mode score.Mode) bool {
	return slices.Contains(m.wish.NotKeys, prompt.Tonality{Mode: mode})
}

// otherTonic returns a key, or the nearest one on another note if it is not wanted.
func (m *maker) otherTonic(key score.Key) score.Key {
	for range 11 {
		if !m.unwantedKey(key) {
			break
		}
		key = key.Transpose(7)
	}
	return key
}

// unwantedKey reports whether a key is not wanted.
func (m *maker) unwantedKey(key score.Key) bool {
	return slices.ContainsFunc(m.wish.NotKeys, func(not prompt.Tonality) bool {
		tonic, ok := (&prompt.Wish{Tonic: not.Tonic}).Pitch()
		return ok && tonic == key.Tonic && (not.Mode == "" || not.Mode == key.Mode)
	})
}

// hasMajor reports whether pieces of the style may be in a major key.
func (m *maker) hasMajor() bool {
	return slices.ContainsFunc(m.style.Modes, func(c style.Weighted) bool { return score.Mode(c.Value) == score.Major && c.Weight > 0 })
}

// shifted returns a key so many semitones higher.
func shifted(key score.Key, semitones int) score.Key {
	key.Tonic = (key.Tonic + semitones%12 + 12) % 12
	return key
}

func (e *editor) key() {
	from := e.plan.Key
	if pitch, ok := e.wish.Pitch(); ok {
		e.plan.Key.Tonic = pitch
	} else {
		e.plan.Key = shifted(e.plan.Key, e.wish.ShiftIn(from.Minorish()))
	}
	if e.wish.Mode != "" {
		e.plan.Key.Mode = e.wish.Mode
	}
	if e.wish.Tonic == "" && e.wish.Mode == "" {
		e.avoidKey()
	}
	if e.plan.Key == from && (e.wish.Tonic != "" || e.wish.Mode != "") {
		e.doubt("key", e.said("key"), "already")
	}
	if e.plan.Key == from && e.wish.Shift != 0 && e.wish.Tonic == "" {
		e.doubt("key", e.said("key"), "octave")
	}
	e.changed("key", from.String(), e.plan.Key.String())
}

// avoidKey leaves a key or a mode that is not wanted.
func (e *editor) avoidKey() {
	if len(e.wish.NotKeys) == 0 {
		return
	}
	before := e.plan.Key
	if e.unwantedMode(before.Mode) {
		e.plan.Key.Mode = score.Major
		if !before.Minorish() {
			e.plan.Key.Mode = score.Minor
		}
	}
	if e.plan.Key = e.otherTonic(e.plan.Key); e.plan.Key == before {
		e.doubt("key", e.said("without"), "already")
	}
}
