package station

import "testing"

// TestStationsOfNamesNobodyElseHas are mounts that mean something else, and
// time zones that browsers do not know.
func TestStationsOfNamesNobodyElseHas(t *testing.T) {
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
