package music

import (
	"slices"
	"time"
	"unicode/utf8"
)

// Limits of the rules of a smart playlist.
const (
	maxRules      = 50
	maxRuleDepth  = 3
	maxRuleText   = 300
	maxRuleNumber = 1e9
	maxSmartCount = MaxEntries
	maxMinutes    = 100_000
)

// SmartRules select the tracks of a smart playlist. They are stored as JSON.
type SmartRules struct {
	Match string      `json:"match"` // all or any
	Rules []SmartRule `json:"rules"`
	Sort  string      `json:"sort"` // a field, reversed by a leading -, or random
	Limit *SmartLimit `json:"limit,omitempty"`
}

// SmartRule compares a field with a value. With Match, it is a group of rules.
type SmartRule struct {
	Field    string      `json:"field,omitempty"`
	Operator string      `json:"operator,omitempty"`
	Value    any         `json:"value,omitempty"` // text, number, boolean, or two numbers
	Match    string      `json:"match,omitempty"`
	Rules    []SmartRule `json:"rules,omitempty"`
}

// SmartLimit limits the length of a smart playlist. One of the two fields is
// set.
type SmartLimit struct {
	Count   int `json:"count,omitempty"`
	Minutes int `json:"minutes,omitempty"`
}

// SmartType is the type of a field's values.
type SmartType string

// The types of fields.
const (
	SmartText     SmartType = "text"
	SmartNumber   SmartType = "number"
	SmartDate     SmartType = "date" // YYYY-MM-DD, or a number of days
	SmartBoolean  SmartType = "boolean"
	SmartChoice   SmartType = "choice" // one of Values
	SmartPlaylist SmartType = "playlist"
)

// SmartField is a field that rules can refer to.
type SmartField struct {
	Name     string
	Type     SmartType
	Values   []string // for SmartChoice
	IsSorted bool     // smart playlists can be sorted by it
}

var smartOperators = map[SmartType][]string{
	SmartText:     {"is", "isNot", "contains", "notContains", "startsWith", "endsWith"},
	SmartNumber:   {"is", "isNot", "greater", "less", "between"},
	SmartDate:     {"before", "after", "inLast", "notInLast"},
	SmartBoolean:  {"is"},
	SmartChoice:   {"is", "isNot"},
	SmartPlaylist: {"in", "notIn"},
}

// Operators returns the operators for values of the field.
func (f *SmartField) Operators() []string { return smartOperators[f.Type] }

// SmartFields lists all fields.
var SmartFields = []SmartField{
	{Name: "title", Type: SmartText, IsSorted: true},
	{Name: "artist", Type: SmartText, IsSorted: true},
	{Name: "album", Type: SmartText, IsSorted: true},
	{Name: "albumArtist", Type: SmartText},
	{Name: "genre", Type: SmartText, IsSorted: true},
	{Name: "composer", Type: SmartText},
	{Name: "comment", Type: SmartText},
	{Name: "folder", Type: SmartText},
	{Name: "year", Type: SmartNumber, IsSorted: true},
	{Name: "duration", Type: SmartNumber, IsSorted: true}, // seconds
	{Name: "plays", Type: SmartNumber, IsSorted: true},    // by the viewer
	{Name: "rating", Type: SmartNumber, IsSorted: true},
	{Name: "bpm", Type: SmartNumber, IsSorted: true},
	{Name: "energy", Type: SmartNumber, IsSorted: true}, // 0 to 1
	{Name: "loudness", Type: SmartNumber, IsSorted: true},
	{Name: "bitrate", Type: SmartNumber, IsSorted: true},
	{Name: "added", Type: SmartDate, IsSorted: true},
	{Name: "lastPlayed", Type: SmartDate, IsSorted: true},
	{Name: "liked", Type: SmartBoolean},
	{Name: "isAiGenerated", Type: SmartBoolean},
	{Name: "key", Type: SmartChoice, Values: keyNames(), IsSorted: true},
	{Name: "format", Type: SmartChoice, Values: []string{string(MP3), string(FLAC), string(Vorbis), string(Opus), string(AAC), string(ALAC), string(WAV), string(AIFF)}},
	{Name: "playlist", Type: SmartPlaylist},
}

// SmartRandom is a random order that changes every day.
const SmartRandom = "random"

func keyNames() []string {
	names := make([]string, 24)
	for i := range names {
		names[i] = Key(i).String()
	}
	return names
}

// SmartFieldOf returns the field with a name, or nil.
func SmartFieldOf(name string) *SmartField {
	for i := range SmartFields {
		if SmartFields[i].Name == name {
			return &SmartFields[i]
		}
	}
	return nil
}

// Check normalizes the rules and returns what is wrong with them.
func (s *SmartRules) Check() error {
	f := FieldErrors{}
	s.check(f)
	return f.Err("rules")
}

// check adds the first error.
func (s *SmartRules) check(f FieldErrors) {
	if m := s.wrong(); !m.IsZero() {
		f.Note("rules", m)
	}
}

func (s *SmartRules) wrong() Message {
	if s.Match == "" {
		s.Match = "all"
	}
	left := maxRules
	if m := checkGroup(s.Match, s.Rules, 1, &left); !m.IsZero() {
		return m
	}
	if s.Rules == nil {
		s.Rules = []SmartRule{}
	}
	name, _ := s.SortField()
	if field := SmartFieldOf(name); name != "" && name != SmartRandom && (field == nil || !field.IsSorted) {
		return Say("Unknown sort order.")
	}
	if l := s.Limit; l != nil && (l.Count < 0 || l.Count > maxSmartCount || l.Minutes < 0 || l.Minutes > maxMinutes || (l.Count > 0) == (l.Minutes > 0)) {
		return Say("A limit is either 1 to %d tracks or 1 to %d minutes.", maxSmartCount, maxMinutes)
	}
	return Message{}
}

// SortField returns the field to sort by, and whether the order is reversed.
func (s *SmartRules) SortField() (name string, down bool) {
	if len(s.Sort) > 0 && s.Sort[0] == '-' {
		return s.Sort[1:], true
	}
	return s.Sort, false
}

func checkGroup(match string, rules []SmartRule, depth int, left *int) Message {
	switch {
	case match != "all" && match != "any":
		return Say("Choose whether all or any of the rules have to match.")
	case depth > maxRuleDepth:
		return Say("Rules can be nested %d deep.", maxRuleDepth)
	}
	for i := range rules {
		r := &rules[i]
		if *left--; *left < 0 {
			return Say("A smart playlist can have up to %d rules.", maxRules)
		}
		var m Message
		if r.Match != "" || r.Field == "" {
			m = checkGroup(r.Match, r.Rules, depth+1, left)
			r.Operator, r.Value = "", nil
		} else {
			m = r.wrong()
			r.Rules = nil
		}
		if !m.IsZero() {
			return m
		}
	}
	return Message{}
}

func (r *SmartRule) wrong() Message {
	field := SmartFieldOf(r.Field)
	switch {
	case field == nil:
		return Say("There is no rule for this field.")
	case !slices.Contains(field.Operators(), r.Operator):
		return Say("This operator does not work with this field.")
	case !r.fits(field):
		return Say("This value does not fit the field.")
	}
	return Message{}
}

// fits reports whether the value can be compared with the field.
func (r *SmartRule) fits(field *SmartField) bool {
	switch field.Type {
	case SmartText, SmartPlaylist:
		text, ok := r.Value.(string)
		return ok && text != "" && utf8.ValidString(text) && utf8.RuneCountInString(text) <= maxRuleText && !slices.ContainsFunc([]rune(text), notAllowed)
	case SmartBoolean:
		_, ok := r.Value.(bool)
		return ok
	case SmartNumber:
		if r.Operator == "between" {
			_, _, ok := r.Span()
			return ok
		}
		return isRuleNumber(r.Value)
	case SmartDate:
		if r.Operator == "inLast" || r.Operator == "notInLast" {
			days, ok := r.Value.(float64)
			return ok && days >= 1 && days <= maxMinutes
		}
		_, ok := r.Date()
		return ok
	case SmartChoice:
		text, ok := r.Value.(string)
		if key, err := ParseKey(text); ok && field.Name == "key" && err == nil {
			text = key.String()
			r.Value = text
		}
		return ok && slices.Contains(field.Values, text)
	}
	return false
}

func isRuleNumber(value any) bool {
	n, ok := value.(float64)
	return ok && n >= -maxRuleNumber && n <= maxRuleNumber
}

// Span returns the value of a rule with two numbers.
func (r *SmartRule) Span() (low, high float64, ok bool) {
	two, ok := r.Value.([]any)
	if !ok || len(two) != 2 || !isRuleNumber(two[0]) || !isRuleNumber(two[1]) {
		return 0, 0, false
	}
	low, _ = two[0].(float64)
	high, _ = two[1].(float64)
	return low, high, true
}

// Date returns the value of a rule with a date, as the start of that day in
// UTC.
func (r *SmartRule) Date() (time.Time, bool) {
	text, _ := r.Value.(string)
	day, err := time.Parse(time.DateOnly, text)
	return day, err == nil
}
