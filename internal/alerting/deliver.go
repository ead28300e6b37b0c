package alerting

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"sonora/internal/alert"
	"sonora/internal/alerting/webhook"
	"sonora/internal/job"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/words"
)

const deliverKind = "alert"

// deliverPayload is the payload of a job that delivers one alert to one channel.
type deliverPayload struct {
	Delivery string `json:"delivery"`
}

// deliverJob makes one attempt and records what it led to. It sends what the alert
// says by now.
func (s *Service) deliverJob(ctx context.Context, j *music.Job, _ func(float64)) (any, error) {
	var p deliverPayload
	if err := json.Unmarshal(j.Payload, &p); err != nil {
		return nil, fmt.Errorf("decode the job: %w", err)
	}
	d, err := s.Store.Delivery(ctx, p.Delivery)
	if music.CodeOf(err) == music.NotFound { // the alert was deleted
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find a delivery: %w", err)
	}
	if d.State == alert.Sent { // the job ran again after it succeeded
		return nil, nil
	}
	a, err := s.Store.Alert(ctx, d.AlertID)
	if err != nil {
		return nil, fmt.Errorf("find an alert: %w", err)
	}
	cause := s.deliver(ctx, d.Channel, s.noteOf(ctx, a, d.ID))
	if ctx.Err() != nil {
		return nil, ctx.Err() // the server stops
	}
	s.record(d, j, cause)
	if err := s.Store.SaveDelivery(ctx, d); err != nil && music.CodeOf(err) != music.NotFound {
		return nil, errors.Join(cause, err)
	}
	if cause == nil {
		s.settle(ctx)
	}
	s.Events.Publish(alert.Changed)
	return nil, cause
}

// settle takes deliveries that failed from the failed jobs once nobody has to care
// about them any more. Their alerts still list them.
func (s *Service) settle(ctx context.Context) {
	music.LogFailure(ctx, s.Log, slog.LevelError, "settle failed deliveries", s.Store.DropSettledJobs(ctx, deliverKind))
}

// record writes into a delivery what an attempt led to.
func (s *Service) record(d *alert.Delivery, j *music.Job, cause error) {
	d.Attempts++
	d.State, d.Reason, d.NextAt, d.UpdatedAt = alert.Sent, music.Message{}, time.Time{}, s.Now()
	switch {
	case cause == nil:
	case job.IsLast(j, cause):
		d.State, d.Reason = alert.Failed, reasonOf(cause)
	default:
		d.State, d.Reason, d.NextAt = alert.Waiting, reasonOf(cause), s.Now().Add(job.Pause(j, cause))
	}
}

// Retry queues a delivery again that failed for good. It returns Conflict if it did
// not fail, or its channel is not set up.
func (s *Service) Retry(ctx context.Context, id string) error {
	d, err := s.Store.Delivery(ctx, id)
	if err != nil {
		return err
	}
	settings := s.Settings()
	if !d.Channel.IsOn(&settings) {
		return music.NewError(music.Conflict, "This channel is not set up.")
	}
	err = s.Store.RetryDelivery(ctx, id, s.Now())
	if music.CodeOf(err) == music.NotFound {
		return music.NewError(music.Conflict, "This delivery has not failed.")
	}
	if err != nil {
		return fmt.Errorf("retry a delivery: %w", err)
	}
	if _, err := s.Jobs.Enqueue(ctx, deliverKind, "", deliverPayload{id}); err != nil {
		return errors.Join(err, s.Store.SaveDelivery(ctx, d)) // it stays failed
	}
	s.Events.Publish(alert.Changed)
	return nil
}

// reasonOf returns what operators are told about a failure.
func reasonOf(err error) music.Message {
	if e, ok := errors.AsType[*music.Error](err); ok && e.Code != music.Internal {
		return e.Detail
	}
	return music.Say("This failed on the server. Its log says why.")
}

var errOff = music.NewError(music.Invalid, "This channel is not set up.")

// deliver sends a note to a channel.
func (s *Service) deliver(ctx context.Context, c alert.Channel, n note) error {
	settings := s.Settings()
	if !c.IsOn(&settings) {
		return errOff
	}
	switch c {
	case alert.Email:
		return s.mail(ctx, &settings, n, s.Mail.Send)
	case alert.Slack:
		return s.post(ctx, settings.SlackWebhook, n, webhook.Slack)
	case alert.Discord:
		return s.post(ctx, settings.DiscordWebhook, n, webhook.Discord)
	default:
		body, header, err := webhook.Standard(n.Note, settings.GenericWebhookSecret, s.Now())
		if err != nil {
			return music.NewError(music.Invalid, "The webhook has no valid secret.").Because(err)
		}
		return s.posts.Post(ctx, settings.GenericWebhook, header, body)
	}
}

func (s *Service) post(ctx context.Context, target string, n note, write func(webhook.Note) ([]byte, error)) error {
	body, err := write(n.Note)
	if err != nil {
		return fmt.Errorf("write a message: %w", err)
	}
	return s.posts.Post(ctx, target, nil, body)
}

func (s *Service) mail(ctx context.Context, settings *music.Settings, n note, send func(context.Context, mail.Message) error) error {
	return send(ctx, mail.Message{Kind: mail.Alert, To: settings.AdminEmail, Language: n.language, At: n.At, Detail: music.OneLine(n.Title+": "+n.Text, maxSubject), Items: []string{n.Text}, Link: n.Link})
}

// note is an alert in the language of the operator.
type note struct {
	webhook.Note
	language string
}

// noteOf writes an alert down. Texts of people are reduced to one line.
func (s *Service) noteOf(ctx context.Context, a *alert.Alert, id string) note {
	language := s.language(ctx)
	say := func(m music.Message) string { return words.Render(language, m) }
	return note{webhook.Note{
		ID: id, Kind: string(a.Kind), Title: music.OneLine(say(a.Kind.Title()), 0), Text: music.OneLine(say(a.Report()), maxText), Link: s.link(a.Link),
		Site: music.OneLine(s.Settings().SiteName, 0), Open: say(music.Say("Open")), Count: a.Count, Solved: !a.SolvedAt.IsZero(), At: a.UpdatedAt,
	}, language}
}

const maxText, maxSubject = 1000, 150 // characters

// language returns the language of the person with the operator's address, or
// English.
func (s *Service) language(ctx context.Context) string {
	account, err := s.Store.AccountByEmail(ctx, strings.ToLower(s.Settings().AdminEmail))
	if err != nil || account.Language == "" {
		return music.Languages[0]
	}
	return account.Language
}

// link returns the whole address of a path of the web app.
func (s *Service) link(path string) string { return s.PublicURL.JoinPath(path).String() }

// Deliveries returns a page of the deliveries that a filter chooses, newest first, and the alerts they
// deliver, by ID.
func (s *Service) Deliveries(ctx context.Context, f alert.DeliveryFilter, p music.Page) (music.List[alert.Delivery], map[string]alert.Alert, error) {
	list, err := s.Store.Deliveries(ctx, f, p)
	if err != nil {
		return list, nil, err
	}
	ids := make([]string, len(list.Items))
	for i := range list.Items {
		ids[i] = list.Items[i].AlertID
	}
	told, err := s.Store.AlertsByID(ctx, ids)
	return list, told, err
}
