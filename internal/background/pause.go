package background

import "time"

const (
	firstPause = 30 * time.Second // after the first failure; twice as long after each further one
	maxPause   = time.Hour
)

// Pause returns how long to leave another machine alone after so many failures in a row.
func Pause(failures int) time.Duration {
	return min(firstPause<<min(failures-1, 10), maxPause)
}
