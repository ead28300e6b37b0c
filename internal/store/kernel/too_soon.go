package kernel

import (
	"time"

	"sonora/internal/music"
)

// TooSoon returns TooMany for what somebody does again too early, with the time to
// wait.
func TooSoon(why music.Message, wait time.Duration) error {
	e := &music.Error{Code: music.TooMany, Detail: why}
	e.RetryAfter = max(time.Second, wait.Round(time.Second))
	return e
}
