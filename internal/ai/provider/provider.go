// Package provider orders music from services that make it. Each adapter is a file and knows one kind of service; all behave alike behind Provider.
//
// Two rules keep people from paying twice. Submit sends at most one request, and
// its error says whether the service may have accepted the order nevertheless
// (Error.Uncertain). Poll changes nothing and may be repeated.
//
// Services may be slow, broken or hostile: answers and files have limits of size
// and time, and files come from hosts that belong to the service.
package provider

import (
	"context"
	"net/http"
	"time"
)

const maxRef = 1000 // bytes of the name of an order

// Provider is a service that makes music. Its methods are safe for concurrent
// use, and their errors are of the type *Error.
type Provider interface {
	// Name is the name in settings and URLs, such as "suno".
	Name() string
	Capabilities() Capabilities
	// Quote returns what an order will probably cost.
	Quote(Request) Cost
	// Submit orders music once.
	Submit(context.Context, Request) (Job, error)
	// Poll returns how far an order is.
	Poll(ctx context.Context, ref string) (Job, error)
	// Cancel ends an order, or returns ErrUnsupported.
	Cancel(ctx context.Context, ref string) error
	// Check reports whether the service answers and accepts the key. It costs
	// nothing.
	Check(context.Context) error
}

// Capabilities says what a service can do.
type Capabilities struct {
	Label       string // for people, such as "Suno"
	MinDuration time.Duration
	MaxDuration time.Duration
	MaxPrompt   int  // characters; Submit cuts longer prompts
	Results     int  // pieces of music per order
	Sync        bool // Submit returns the music itself, so that a lost answer cannot be fetched again
	Concurrency int  // orders that the service works on at the same time
	// ChargesFailed means that the service charges for orders that it reports as Failed.
	// Those that Sonora knows do not: Stability promises it, resellers of Suno give the
	// credits back, and the others have no price per order.
	ChargesFailed bool
	CallsBack     bool // whether it can tell that an order has changed
}

// Request is an order for music. Only Prompt and Duration are required; what a
// service does not understand is not sent.
type Request struct {
	Prompt       string
	Title        string
	Duration     time.Duration
	BPM          float64 // 0 for any
	Key          string  // such as "D minor"; "" for any
	Metre        string  // such as "3/4"; "" for any
	Seed         *int64  // nil for any
	Instrumental bool    // no voices
	// IdempotencyKey names the order for services that recognise a repeated one.
	IdempotencyKey string
	// Callback is where a service may say that an order has changed, for those with
	// Capabilities.CallsBack; "" for nowhere. What it says there is not to be believed.
	Callback string
}

// State is how far an order is.
type State string

// The states of a Job.
const (
	Running State = "running"
	Done    State = "done"
	Failed  State = "failed"
)

// Job is an order that a service accepted.
type Job struct {
	Ref      string // for Poll; "" for music that Submit returned
	State    State
	Progress float64  // 0 to 1; 0 if the service does not say
	Outputs  []Output // if done, at least one, and at most Capabilities.Results
	Surplus  int      // files that the service named beyond those
	Failure  *Error   // if failed
}

// adapter is what all adapters share; they embed it.
type adapter struct {
	*service
	able  Capabilities
	price price
}

func (a *adapter) Name() string                         { return a.name }
func (a *adapter) Capabilities() Capabilities           { return a.able }
func (a *adapter) Quote(r Request) Cost                 { return a.price.of(a.fit(r).Duration) }
func (a *adapter) Cancel(context.Context, string) error { return ErrUnsupported }

// fit returns an order that the service can take: a prompt that is not too
// long, and a duration within its limits.
func (a *adapter) fit(r Request) Request {
	r.Prompt = cut(r.Prompt, a.able.MaxPrompt)
	r.Duration = min(max(r.Duration, a.able.MinDuration), a.able.MaxDuration)
	return r
}

// cut returns the first n characters of a text.
func cut(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i]
		}
	}
	return text
}

// accepted returns the job for an order that the service named.
func (a *adapter) accepted(ref string) (Job, error) {
	if ref == "" || len(ref) > maxRef {
		e := a.fault(Transient, errNoRef)
		e.Uncertain = true
		return Job{}, e
	}
	return Job{Ref: ref, State: Running}, nil
}

// received returns the job for a response that is the music.
func (a *adapter) received(res *http.Response) Job {
	return Job{State: Done, Progress: 1, Outputs: []Output{{
		from: a.service, open: func(context.Context) (*http.Response, error) { return res, nil },
	}}}
}

// job returns a finished job for the addresses of its files. A service may name any number:
// those beyond what an order has are only counted.
func (a *adapter) job(ref string, addresses []string) (Job, error) {
	wanted := min(len(addresses), a.able.Results)
	surplus := len(addresses) - wanted
	addresses = addresses[:wanted]
	outputs := make([]Output, 0, len(addresses))
	for _, address := range addresses {
		o, err := a.output(address)
		if err != nil {
			return Job{}, err
		}
		outputs = append(outputs, o)
	}
	if len(outputs) == 0 {
		return Job{}, a.fault(Unusable, errNoMusic)
	}
	return Job{Ref: ref, State: Done, Progress: 1, Outputs: outputs, Surplus: surplus}, nil
}

// failed returns a job that the service gave up.
func (a *adapter) failed(ref string, kind Kind, reason error) Job {
	return Job{Ref: ref, State: Failed, Failure: a.fault(kind, reason)}
}
