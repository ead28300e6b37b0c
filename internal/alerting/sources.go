package alerting

import (
	"context"
	"strings"

	"sonora/internal/alert"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/station"
)

// Paths of the web app where operators see to alerts.
const (
	reviewPage  = "/admin/ia"
	peoplePage  = "/admin/users"
	premiumPage = "/admin/premium"
	statusPage  = "/admin/status"
	backupsPage = "/admin/database"
)

// StationMade tells of a new station.
func (s *Service) StationMade(ctx context.Context, st *station.Station) {
	s.Raise(ctx, alert.Alert{Kind: alert.NewStation, Topic: string(alert.NewStation), Data: alert.Data{Who: s.nameOf(ctx, st.OwnerID), What: st.Name}, Link: "/radios/" + st.ID})
}

// StationInTrouble tells of a station that does not sound as it should.
func (s *Service) StationInTrouble(ctx context.Context, st *station.Station, problem music.Message) {
	s.Raise(ctx, alert.Alert{Kind: alert.StationTrouble, Topic: stationTopic(st.ID), Data: alert.Data{Who: st.Name, What: problem.Encode()}, Link: "/radios/" + st.ID})
}

// StationWell tells that a station sounds as it should again.
func (s *Service) StationWell(ctx context.Context, id string) { s.Solve(ctx, stationTopic(id)) }

func stationTopic(id string) string { return string(alert.StationTrouble) + ":" + id }

// ReviewWaits tells that music by a person waits for a review.
func (s *Service) ReviewWaits(ctx context.Context, title, by string) {
	s.Raise(ctx, alert.Alert{Kind: alert.ReviewPending, Topic: string(alert.ReviewPending), Data: alert.Data{Who: by, What: title}, Link: reviewPage})
}

// backupJob is the kind of the jobs that make backups.
const backupJob = "backup"

// JobFailed tells of a job that failed for good, unless that is the fault of what a
// person gave it or of another server. A backup is never missing unnoticed.
func (s *Service) JobFailed(ctx context.Context, j *music.Job, err error) {
	if j.Kind == backupJob {
		s.Raise(ctx, alert.Alert{Kind: alert.BackupFailed, Topic: string(alert.BackupFailed), Data: alert.Data{What: reasonOf(err).Encode()}, Link: backupsPage})
		return
	}
	if code := music.CodeOf(err); code != music.Internal && code != music.Unavailable {
		return
	}
	why, _, _ := strings.Cut(err.Error(), "\n")
	s.Raise(ctx, alert.Alert{Kind: alert.FailingJobs, Topic: string(alert.FailingJobs) + ":" + j.Kind, Data: alert.Data{Who: j.Kind, What: music.OneLine(why, maxReason)}, Link: statusPage})
}

const maxReason = 300

// Audited tells of an entry of the audit log that concerns operators.
func (s *Service) Audited(ctx context.Context, e *people.AuditEntry) {
	who := e.Detail // of a deleted account nothing else is left
	if account, err := s.Store.AccountByID(ctx, e.AccountID); err == nil {
		who = account.Email
	}
	if e.Kind == people.RefundFailed {
		s.Raise(ctx, alert.Alert{Kind: alert.RefundFailed, Topic: string(alert.RefundFailed) + ":" + e.AccountID, Data: alert.Data{Who: who}, Link: premiumPage})
		return
	}
	if said := actionOf(e.Kind); said != nil {
		s.Raise(ctx, alert.Alert{Kind: alert.UserAction, Topic: string(alert.UserAction), Data: alert.Data{Who: who, What: said(who).Encode()}, Link: peoplePage})
	}
}

// actionOf returns what is said of a kind of audit entry; nil for nothing.
func actionOf(kind people.AuditKind) func(who string) music.Message {
	switch kind {
	case people.Registered:
		return func(who string) music.Message { return music.Say("%s has a new account.", who) }
	case people.RoleChanged:
		return func(who string) music.Message { return music.Say("%s has another role.", who) }
	case people.AccountDisabled:
		return func(who string) music.Message { return music.Say("The account %s was disabled.", who) }
	case people.AccountEnabled:
		return func(who string) music.Message { return music.Say("The account %s was enabled.", who) }
	case people.DeletionAsked:
		return func(who string) music.Message { return music.Say("%s asked for the deletion of their account.", who) }
	case people.DeletionCancelled:
		return func(who string) music.Message { return music.Say("%s keeps their account.", who) }
	case people.AccountDeleted:
		return func(who string) music.Message { return music.Say("The account %s was deleted.", who) }
	default:
		return nil
	}
}

// nameOf returns the name or address of an account; "" for none.
func (s *Service) nameOf(ctx context.Context, id string) string {
	account, err := s.Store.AccountByID(ctx, id)
	if err != nil {
		return ""
	}
	if name := strings.TrimSpace(account.FirstName + " " + account.LastName); name != "" {
		return name
	}
	return account.Email
}
