package stream

import "testing"

// TestStationsComeBeforeConversions checks the priorities: 0 is that of stations.
func TestStationsComeBeforeConversions(t *testing.T) {
	now, ahead := (&encode{}).niceness(), (&encode{ahead: true}).niceness()
	if now <= 0 || ahead <= now {
		t.Errorf("%d for listeners, %d for what is prepared ahead", now, ahead)
	}
}
