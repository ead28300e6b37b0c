package review

import (
	"context"
	"encoding/json"
	"errors"

	"sonora/internal/generation"
	"sonora/internal/notice"
)

var errNotAutomatic = errors.New("an operator decides")

// Compared stores the tracks of the library that a generation is like. If there are none, a
// piece by the composer with at least the operator's score is approved at the same moment. It
// returns NotFound if the generation is deleted.
func (s *Service) Compared(ctx context.Context, id string, found []generation.Likeness) error {
	text, err := json.Marshal(found)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		err = s.approveAlone(ctx, id, text)
		if !errors.Is(err, errNotAutomatic) {
			return err
		}
	}
	if err := s.Store.NoteLikeness(ctx, id, text); err != nil {
		return err
	}
	s.Events.Publish(generation.ReviewsChanged)
	return s.tellOperators(ctx, id, found)
}

// tellOperators tells of a piece that would have needed no review if it were not like others.
func (s *Service) tellOperators(ctx context.Context, id string, found []generation.Likeness) error {
	if len(found) == 0 {
		return nil
	}
	x, err := s.Store.GenerationByID(ctx, id)
	if err != nil {
		return err
	}
	if x.Review.Verdict == generation.Pending && x.IsGood(s.Settings().AIAutoApprove) {
		s.Operators.ReviewWaits(ctx, x.Title, x.OwnerName)
	}
	return nil
}

// approveAlone approves a generation that is like nothing else without an operator, or
// returns errNotAutomatic.
func (s *Service) approveAlone(ctx context.Context, id string, likeness json.RawMessage) error {
	least := s.Settings().AIAutoApprove
	if least <= 0 { // nothing to lock the catalogue for
		return errNotAutomatic
	}
	x, err := s.Store.ReviewGeneration(ctx, id, s.Now(), func(x *generation.Generation) error {
		r := &x.Review
		isOpen := r.Verdict == generation.Pending && r.At.IsZero() && x.TrackID != ""
		if !isOpen || !x.IsGood(least) {
			return errNotAutomatic
		}
		r.Verdict, r.At, r.Likeness = generation.Approved, s.Now(), likeness
		return nil
	})
	if err == nil {
		s.publish(ctx, x, notice.NoticeTrackApproved)
	}
	return err
}
