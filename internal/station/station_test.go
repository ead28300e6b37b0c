package station

import (
	"encoding/json"
	"testing"

	"sonora/internal/music"
)

// TestReservedMountsAndUnknownTimeZones checks mounts with another meaning, and
// time zones that browsers do not know.
func TestReservedMountsAndUnknownTimeZones(t *testing.T) {
	for _, c := range []struct {
		mount, zone string
		isGood      bool
	}{
		{"jazz", "Europe/Madrid", true},
		{"jazz", "UTC", true},
		{"jazz", "Antarctica/Troll", true},
		{"admin", "UTC", false},
		{"status-json", "UTC", false},
		{"radio", "UTC", false},
		{"jazz", "Local", false},
		{"jazz", "Factory", false},
		{"jazz", "posixrules", false},
		{"jazz", "right/UTC", false},
		{"jazz", "", false},
	} {
		s := New()
		s.Name, s.Mode, s.Mount, s.TimeZone = "Jazz", ModeAutoDJ, c.mount, c.zone
		if err := s.Check(); (err == nil) != c.isGood {
			t.Errorf("%s, %s: %v", c.mount, c.zone, err)
		}
	}
}

// TestStatusOfAnotherServer reads what servers send each other: a problem with
// arguments, and the finished sentence of an earlier release.
func TestStatusOfAnotherServer(t *testing.T) {
	for _, problem := range []music.Message{{}, music.Say("The stream ended."), music.Say("The stream's server says: %s.", "{} %s"), music.Say("Silence for %d seconds from %s.", 5, "{} %s")} {
		data, err := json.Marshal(Status{StationID: "s", State: StateOff, Problem: problem})
		var got Status
		if err == nil {
			err = json.Unmarshal(data, &got)
		}
		if err != nil || !got.Problem.Equal(problem) || got.Problem.String() != problem.String() {
			t.Errorf("%s: %+v, %v", data, got, err)
		}
	}
	var old Status
	if err := json.Unmarshal([]byte(`{"id":"s","state":"off","problem":"{} was lost: 100%"}`), &old); err != nil || old.Problem.String() != "{} was lost: 100%" {
		t.Errorf("%+v, %v", old, err)
	}
}
