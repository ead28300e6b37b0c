package auth

import (
	"context"
	"fmt"
	"math"
	"time"

	"sonora/internal/music"
	"sonora/internal/network"
)

// Limits of wrong secrets within guessWindow. A client, such as a school behind one
// address, may have several people.
const (
	guessWindow      = time.Hour
	maxPersonGuesses = 10 // of an account
	maxClientGuesses = 50 // of a client, with any accounts
)

// Guess tries a secret of a kind for a person, such as a code for a plan. A try that
// returns NotFound was wrong; after too many of these, Guess returns TooMany without
// another try. The database counts, so that the servers of a cluster have one limit
// together.
func (a *Service) Guess(ctx context.Context, kind, accountID string, try func() error) error {
	client, person := kind+"@"+network.Of(deviceOf(ctx).Address), kind+"/"+accountID
	wrong, last, err := a.store.FailedLogins(ctx, client, a.now().Add(-guessWindow))
	if err != nil {
		return fmt.Errorf("count guesses: %w", err)
	}
	if wrong >= maxClientGuesses {
		return a.guessedTooOften(last)
	}
	over, last, err := a.countTry(ctx, person, maxPersonGuesses, guessWindow)
	if err != nil {
		return err
	}
	if over {
		return a.guessedTooOften(last)
	}
	err = try()
	var failed error
	switch {
	case err == nil:
		failed = a.store.ClearFailedLogins(ctx, person)
	case music.CodeOf(err) == music.NotFound:
		_, failed = a.store.FailedLogin(ctx, client, a.now())
	}
	if failed != nil {
		return fmt.Errorf("count guesses: %w", failed)
	}
	return err
}

func (a *Service) guessedTooOften(last time.Time) error {
	wait := last.Add(guessWindow).Sub(a.now())
	minutes := int(math.Ceil(wait.Minutes()))
	return retryIn(music.NewError(music.TooMany, "You tried too many wrong codes. Try again in %d minutes.", minutes).Coded(music.CodeLockedOut), wait)
}

// spendWindow is for how long Spend counts.
const spendWindow = 24 * time.Hour

// Spend counts one more of something under a key, such as mail that a person has sent to
// strangers, unless perDay of it were counted in the last day: then it returns false. The
// servers of a cluster count together.
func (a *Service) Spend(ctx context.Context, key string, perDay int) (isLeft bool, err error) {
	over, _, err := a.countTry(ctx, key, perDay, spendWindow)
	return err == nil && !over, err
}
