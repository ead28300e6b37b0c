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
		t.Error("listeners with the same key have different rights")
	}
	problem = errors.New("the database is down")
	r.check(t.Context())
	if len(r.all) != 1 {
		t.Error("a right that cannot be checked was revoked")
	}
	problem = music.ErrNotFound
	r.check(t.Context())
	if len(r.all) != 0 {
		t.Error("a revoked right is still returned")
	}
	leave()
	leaveToo()
	problem = nil
	if again, _ := r.join("one", still); again == first {
		t.Error("a returning listener has the old right")
	}
}
