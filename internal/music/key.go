package music

import (
	"strconv"
	"strings"
)

// Key is a musical key: 0 to 11 are C major to B major in semitones, 12 to 23
// are C minor to B minor. The zero value is C major; NoKey is none.
type Key int

// NoKey means that there is no key or it is unknown.
const NoKey Key = -1

var (
	majorNames = [12]string{"C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"}
	minorNames = [12]string{"Cm", "C#m", "Dm", "Ebm", "Em", "Fm", "F#m", "Gm", "G#m", "Am", "Bbm", "Bm"}
)

// Valid reports whether k is a key.
func (k Key) Valid() bool { return k >= 0 && k < 24 }

// Minor reports whether k is a minor key.
func (k Key) Minor() bool { return k >= 12 }

// Tonic returns the pitch class of the tonic, 0 for C.
func (k Key) Tonic() int { return int(k) % 12 }

// String returns the key as Am or F#, and "" for NoKey.
func (k Key) String() string {
	switch {
	case !k.Valid():
		return ""
	case k.Minor():
		return minorNames[k.Tonic()]
	}
	return majorNames[k.Tonic()]
}

// Camelot returns the key on Mark Davis's Camelot wheel, such as 8A, and "" for
// NoKey.
func (k Key) Camelot() string {
	if !k.Valid() {
		return ""
	}
	n, letter := k.wheel()
	return strconv.Itoa((n+7)%12+1) + map[bool]string{false: "B", true: "A"}[letter]
}

// OpenKey returns the key in Open Key notation, such as 1m, and "" for NoKey.
func (k Key) OpenKey() string {
	if !k.Valid() {
		return ""
	}
	n, minor := k.wheel()
	return strconv.Itoa(n+1) + map[bool]string{false: "d", true: "m"}[minor]
}

// wheel returns how many fifths the key, or its relative major, is above C.
func (k Key) wheel() (fifths int, minor bool) {
	tonic := k.Tonic()
	if k.Minor() {
		tonic += 3
	}
	return tonic * 7 % 12, k.Minor()
}

// Wheel returns how far two keys are apart on the Camelot wheel: steps of a
// fifth, 0 to 6, and whether one is major and the other minor. Both must be
// valid.
func (k Key) Wheel(other Key) (fifths int, modes bool) {
	a, minor := k.wheel()
	b, otherMinor := other.wheel()
	apart := (a - b + 12) % 12
	return min(apart, 12-apart), minor != otherMinor
}

// Compatible returns the keys that DJs mix with k: k itself, its neighbours on
// the wheel and its relative key. It returns nil for NoKey.
func (k Key) Compatible() []Key {
	if !k.Valid() {
		return nil
	}
	mode, tonic := k-Key(k.Tonic()), k.Tonic()
	relative := Key((tonic+9)%12 + 12)
	if k.Minor() {
		relative = Key((tonic + 3) % 12)
	}
	return []Key{k, mode + Key((tonic+7)%12), mode + Key((tonic+5)%12), relative}
}

// ParseKey parses the notations of people and tags: Am, A minor, F#, Gb major,
// 8A, 1m. It returns NoKey for "" and an Invalid error for anything else.
func ParseKey(text string) (Key, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return NoKey, nil
	}
	for k := range Key(24) {
		if strings.EqualFold(text, k.Camelot()) || strings.EqualFold(text, k.OpenKey()) {
			return k, nil
		}
	}
	tonic, ok := map[byte]int{'C': 0, 'D': 2, 'E': 4, 'F': 5, 'G': 7, 'A': 9, 'B': 11, 'H': 11}[strings.ToUpper(text[:1])[0]]
	rest := strings.NewReplacer("♯", "#", "♭", "b").Replace(text[1:])
	switch {
	case strings.HasPrefix(rest, "#"):
		tonic, rest = tonic+1, rest[1:]
	case strings.HasPrefix(rest, "b"):
		tonic, rest = tonic+11, rest[1:]
	}
	tonic %= 12
	rest = strings.TrimSpace(rest)
	minor := rest == "m" || strings.EqualFold(rest, "min") || strings.EqualFold(rest, "minor")
	major := rest == "" || rest == "M" || strings.EqualFold(rest, "maj") || strings.EqualFold(rest, "major")
	switch {
	case !ok || !minor && !major:
		return NoKey, NewError(Invalid, "“%s” is not a key such as Am, F# or 8A.", text)
	case minor:
		return Key(tonic + 12), nil
	}
	return Key(tonic), nil
}

// MarshalText implements encoding.TextMarshaler; see String.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler; see ParseKey.
func (k *Key) UnmarshalText(text []byte) (err error) {
	*k, err = ParseKey(string(text))
	return err
}
