package music

import (
	"encoding/json"
	"time"
)

// JobState says how far a job is.
type JobState string

// States of a job.
const (
	JobWaiting JobState = "waiting" // also between two attempts
	JobRunning JobState = "running"
	JobDone    JobState = "done"
	JobFailed  JobState = "failed" // for good
)

// Job is work that outlives a request. Whoever works on it holds a lease and
// renews it; when a server dies the lease runs out and another takes over.
type Job struct {
	ID          string
	Kind        string
	AccountID   string // whose work it is, "" for nobody's
	Payload     json.RawMessage
	State       JobState
	Attempts    int // begun
	RunAt       time.Time
	LeasedUntil time.Time
	Progress    float64 // 0 to 1
	Result      json.RawMessage
	Error       string // why the last attempt failed; for the log and the operator
	CreatedAt   time.Time
	FinishedAt  time.Time // zero until JobDone or JobFailed
}
