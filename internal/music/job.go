package music

import (
	"encoding/json"
	"time"
)

// JobState is the state of a job.
type JobState string

// The states of a job.
const (
	JobWaiting JobState = "waiting" // including between attempts
	JobRunning JobState = "running"
	JobDone    JobState = "done"
	JobFailed  JobState = "failed" // permanently
)

// Job is work that outlives a request. The server that runs it holds a lease
// and renews it; if that server dies, the lease expires and another server
// takes over.
type Job struct {
	ID          string
	Kind        string
	AccountID   string // whom the work is for, or ""
	Payload     json.RawMessage
	State       JobState
	Attempts    int // attempts started
	RunAt       time.Time
	LeasedUntil time.Time
	Progress    float64 // 0 to 1
	Result      json.RawMessage
	Error       string // why the last attempt failed, for the log and the operator
	CreatedAt   time.Time
	FinishedAt  time.Time // zero unless done or failed
}
