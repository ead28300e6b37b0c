package radio

import (
	"context"
	"errors"
	"testing"

	"sonora/internal/music"
)

func TestRevokedRights(t *testing.T) {
	r := rights{all: map[string]*right{}}
	var problem error
	still := func(context.Context) error { return problem }
	first, leave := r.join("one", still)
	second, leaveToo := r.join("one", still)
	if first != second {
		t.Error("all of one right have one")
	}
	problem = errors.New("the database is down")
	r.check(t.Context())
	if len(r.all) != 1 {
		t.Error("what cannot be asked was taken back")
	}
	problem = music.ErrNotFound
	r.check(t.Context())
	if len(r.all) != 0 {
		t.Error("a right that ended is still given out")
	}
	leave()
	leaveToo()
	problem = nil
	if again, _ := r.join("one", still); again == first {
		t.Error("whoever comes back has the old right")
	}
}
