// Package alert is the domain of what operators are told about their server:
// alerts, and their deliveries to other places.
package alert

import (
	"time"

	"sonora/internal/music"
)

// Kind is the kind of an alert.
type Kind string

// Kinds of alerts, with what their Data mentions.
const (
	NewStation     Kind = "new-station"     // Who made the station What
	ReviewPending  Kind = "review-pending"  // the AI track What by Who waits for review
	UserAction     Kind = "user-action"     // What, a message, happened to the account Who
	StationTrouble Kind = "station-trouble" // What, a message, goes wrong on the station Who
	FailedSignIns  Kind = "failed-sign-ins" // Amount sign-ins failed in a short time
	FailingJobs    Kind = "failing-jobs"    // a job of the kind Who failed because of What
	DiskFilling    Kind = "disk-filling"    // the disk with the folder What of the server Who has Amount MB left
	ServerFault    Kind = "server-fault"    // What, a message, is wrong with the server Who
	BackupFailed   Kind = "backup-failed"   // because of What, a message
	RefundFailed   Kind = "refund-failed"   // of what Who paid
)

// Data is what the sentence of an alert mentions.
type Data struct {
	Who    string `json:"who,omitempty"`
	What   string `json:"what,omitempty"`
	Amount int    `json:"amount,omitempty"`
}

// Alert tells the operators about one thing. What happens again to the same topic
// within a while is counted, not told again.
type Alert struct {
	ID        string
	Kind      Kind
	Topic     string // what it is about, for example a station
	Data      Data
	Link      string // path in the web app
	Count     int    // how often it happened
	CreatedAt time.Time
	UpdatedAt time.Time // when it happened last
	SolvedAt  time.Time // zero while it lasts, and for kinds that do not last
	IsRead    bool      // by the operator who asks
	// Deliveries is how often it was sent to a channel, and Failed how many of these
	// deliveries failed for good.
	Deliveries, Failed int
}

// Filter chooses alerts.
type Filter struct {
	Kind   Kind // "" for all
	Unread bool // only those that the operator who asks has not read
}

// Severity is how much an alert of a kind matters.
type Severity string

// Severities.
const (
	Notice  Severity = "notice"  // worth knowing
	Warning Severity = "warning" // something has to be looked at
	Trouble Severity = "trouble" // something does not work
)

// Severity returns the severity of a kind.
func (k Kind) Severity() Severity {
	switch k {
	case StationTrouble, ServerFault, BackupFailed:
		return Trouble
	case FailedSignIns, FailingJobs, DiskFilling, RefundFailed:
		return Warning
	default:
		return Notice
	}
}

// Rule is how a kind of alert is handled.
type Rule struct {
	// Lasts is true for a trouble that begins and is solved. It is told when it
	// begins, not each time it is noticed.
	Lasts bool
	// Together is how long after an alert the same happens to be counted with it.
	Together time.Duration
	// Quiet is how long nothing more about a topic is sent after something was.
	// What happened meanwhile is sent when it ends.
	Quiet time.Duration
}

// Rule returns the rule of a kind.
func (k Kind) Rule() Rule {
	switch k {
	case StationTrouble, DiskFilling, ServerFault:
		return Rule{Lasts: true, Together: 24 * time.Hour, Quiet: time.Hour}
	case FailedSignIns, FailingJobs, BackupFailed, RefundFailed:
		return Rule{Together: 6 * time.Hour, Quiet: time.Hour}
	default:
		return Rule{Together: time.Hour, Quiet: 10 * time.Minute}
	}
}

// IsWanted reports whether the operators want to be told of a kind.
func (k Kind) IsWanted(s *music.Settings) bool {
	switch k {
	case NewStation:
		return s.NotifyOnNewRadio
	case ReviewPending:
		return s.NotifyOnAIContent
	case UserAction:
		return s.NotifyOnUserActions
	default:
		return true
	}
}

// Channel is a place outside to which alerts are sent.
type Channel string

// The channels.
const (
	Email   Channel = "email"
	Slack   Channel = "slack"
	Discord Channel = "discord"
	Webhook Channel = "webhook"
)

// Channels lists every channel.
var Channels = []Channel{Email, Slack, Discord, Webhook}

// IsOn reports whether the operator has set a channel up.
func (c Channel) IsOn(s *music.Settings) bool {
	switch c {
	case Email:
		return s.EmailNotifications && s.AdminEmail != ""
	case Slack:
		return s.SlackWebhook != ""
	case Discord:
		return s.DiscordWebhook != ""
	case Webhook:
		return s.GenericWebhook != ""
	default:
		return false
	}
}

// State is the state of a delivery.
type State string

// States of deliveries.
const (
	Waiting State = "waiting" // for its first or next attempt
	Sent    State = "sent"
	Failed  State = "failed" // for good
)

// Delivery is one alert on its way to one channel.
type Delivery struct {
	ID        string
	AlertID   string
	Channel   Channel
	State     State
	Attempts  int
	Reason    music.Message // why the last attempt failed
	NextAt    time.Time     // when the next attempt is due; zero if there is none
	CreatedAt time.Time
	UpdatedAt time.Time
}

// DeliveryFilter chooses deliveries.
type DeliveryFilter struct {
	AlertID  string // "" for those of all alerts
	Troubled bool   // only those that failed, or wait after a failure
}

// Event is the type of the event that tells operators' open pages that the alerts
// changed.
const Event = "alert"

// Changed is an event of that type.
var Changed = music.Event{Type: Event, ForOperators: true}
