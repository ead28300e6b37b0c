package radio

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestLateSoundHasPriorityForAWhile checks for how long other work waits.
func TestLateSoundHasPriorityForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Service{}
		if s.IsOverloaded() {
			t.Error("nothing was late yet")
		}
		s.noteUnderrun()
		<-time.After(lateTime - time.Second)
		if !s.IsOverloaded() {
			t.Error("it is forgotten too soon")
		}
		s.noteUnderrun()
		<-time.After(lateTime - time.Second)
		if !s.IsOverloaded() {
			t.Error("the second time does not count")
		}
		<-time.After(time.Second)
		if s.IsOverloaded() {
			t.Error("it is not forgotten")
		}
	})
}
