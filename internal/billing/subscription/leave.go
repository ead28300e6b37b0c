package subscription

import (
	"context"
	"encoding/json"
	"time"

	"sonora/internal/billing/stripe"
	"sonora/internal/job"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/premium"
)

// leaveJob has the subscriptions of an account follow what becomes of it.
type leaveJob struct {
	AccountID string   `json:"accountId"`
	Erased    []string `json:"erased"` // the subscriptions of an account that is gone
}

// Follow has the subscriptions of an account follow what becomes of it. While it is to be
// deleted, they end when what is paid ends; if it is kept after all, they go on. A job
// does so, which needs Stripe, but not now.
func (s *Service) Follow(ctx context.Context, accountID string) error {
	_, err := s.Store.CustomerOf(ctx, premium.Stripe, accountID)
	if music.CodeOf(err) == music.NotFound {
		return nil // nothing was ever paid
	}
	if err == nil {
		_, err = s.StripeJobs.Enqueue(ctx, jobLeave, "", leaveJob{AccountID: accountID})
	}
	return err
}

// EndAll has the subscriptions of an account end at once that is about to be erased. A job
// does so, which needs neither the account nor Stripe now.
func (s *Service) EndAll(ctx context.Context, accountID string) error {
	all, err := s.Store.MembershipsOf(ctx, accountID)
	if err != nil {
		return err
	}
	j := leaveJob{AccountID: accountID}
	for i := range all {
		if m := &all[i]; m.Source == premium.ByStripe && m.Status != premium.Ended {
			j.Erased = append(j.Erased, m.Reference)
		}
	}
	if len(j.Erased) == 0 {
		return nil
	}
	_, err = s.StripeJobs.Enqueue(ctx, jobLeave, "", j)
	return err
}

func (s *Service) leaveJob(ctx context.Context, j *music.Job, _ func(float64)) (any, error) {
	var p leaveJob
	if err := json.Unmarshal(j.Payload, &p); err != nil {
		return nil, music.NewError(music.Invalid, "The job cannot be read.").Because(err)
	}
	err := s.leaveNow(ctx, &p)
	if stripe.IsDown(err) && job.IsLast(j, err) { // another job goes on, however long Stripe is down
		s.Log.Warn("subscriptions follow their account later", "account", p.AccountID, "error", err)
		_, err = s.StripeJobs.Enqueue(ctx, jobLeave, "", p)
	}
	return nil, err
}

func (s *Service) leaveNow(ctx context.Context, p *leaveJob) error {
	client, err := s.stripe()
	if err != nil {
		return err
	}
	if len(p.Erased) == 0 {
		return s.follow(ctx, client, p.AccountID)
	}
	for _, id := range p.Erased {
		if _, err := client.CancelNow(ctx, id); err != nil && music.CodeOf(err) != music.NotFound {
			return err
		}
	}
	return nil
}

// follow does what the account wants now, whichever job does so first: a person who keeps
// the account while Stripe is down keeps the subscription.
func (s *Service) follow(ctx context.Context, client *stripe.Client, accountID string) error {
	account, err := s.Store.AccountByID(ctx, accountID)
	if music.CodeOf(err) == music.NotFound {
		return nil // another job ends what it had
	}
	if err != nil {
		return err
	}
	customer, all, err := s.ofAccount(ctx, client, accountID)
	if err != nil {
		return orNone(err, errNone)
	}
	if account.DeleteAt.IsZero() {
		if err := s.stay(ctx, client, account, all); err != nil {
			return err
		}
	}
	return s.Sync(ctx, customer)
}

// leaveIfDeleted cancels the subscriptions of an account that is to be deleted, for when
// what is paid ends. Also those that were bought on a page which was opened before.
func (s *Service) leaveIfDeleted(ctx context.Context, client *stripe.Client, accountID string, all []*stripe.Subscription) error {
	account, err := s.Store.AccountByID(ctx, accountID)
	if err != nil || account.DeleteAt.IsZero() {
		return err
	}
	for _, sub := range all {
		if !sub.RunsOn() {
			continue
		}
		left, err := client.Leave(ctx, sub.ID)
		if err != nil {
			return err
		}
		*sub = *left
	}
	now, err := s.Store.AccountByID(ctx, accountID)
	if err == nil && now.DeleteAt.IsZero() {
		return s.Follow(ctx, accountID) // the job of the person who keeps it may have been too early
	}
	return err
}

// endErased ends the subscriptions of an account that was erased, and returns what was paid
// for those that were bought afterwards. What another server sold goes on.
func (s *Service) endErased(ctx context.Context, client *stripe.Client, customer string, all []*stripe.Subscription) error {
	for _, sub := range all {
		if !sub.Runs() {
			continue
		}
		erasedAt, err := s.Store.ErasedAt(ctx, sub.Account)
		switch {
		case music.CodeOf(err) == music.NotFound:
			s.Log.Info("subscription of nobody here", "customer", customer, "subscription", sub.ID)
		case err != nil:
			return err
		case sub.Created.Before(erasedAt.Truncate(time.Second)): // Stripe counts seconds
			_, err = client.CancelNow(ctx, sub.ID)
		default:
			err = s.endReturning(ctx, client, "", sub, "bought after the account was erased")
		}
		if err != nil && music.CodeOf(err) != music.NotFound {
			return err
		}
	}
	return nil
}

// stay resumes what was canceled because the account was to be deleted. If it has ended
// meanwhile, it cannot be resumed, and the person is told so.
func (s *Service) stay(ctx context.Context, client *stripe.Client, account *music.Account, all []*stripe.Subscription) error {
	for _, sub := range all {
		if !sub.IsLeaving {
			continue
		}
		if sub.Runs() {
			if _, err := client.CancelAtPeriodEnd(ctx, sub.ID, false); err != nil {
				return err
			}
			continue
		}
		if err := s.tellEnded(ctx, account, sub); err != nil {
			return err
		}
		if err := client.ForgetLeaving(ctx, sub.ID); err != nil {
			return err
		}
	}
	return nil
}

// tellEnded tells a person that their subscription has ended.
func (s *Service) tellEnded(ctx context.Context, account *music.Account, sub *stripe.Subscription) error {
	return s.Mail.Send(ctx, mail.Message{
		Kind: mail.PlanEnded, AccountID: account.ID, To: account.Email, Name: account.FirstName, Language: account.Language,
		Link: s.Home.JoinPath("premium").String(), At: sub.EndedAt,
	})
}
