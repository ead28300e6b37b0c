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
		if s.IsLate() {
			t.Error("nothing was late yet")
		}
		s.noteLate()
		<-time.After(lateTime - time.Second)
		if !s.IsLate() {
			t.Error("it is forgotten too soon")
		}
		s.noteLate()
		<-time.After(lateTime - time.Second)
		if !s.IsLate() {
			t.Error("the second time does not count")
		}
		<-time.After(time.Second)
		if s.IsLate() {
			t.Error("it is not forgotten")
		}
	})
}
