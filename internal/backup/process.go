package backup

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"time"

	"sonora/internal/music"
)

// A server does not make its backups itself but has a process of its own make them,
// which gets the processor only while nothing else wants it: a backup works for a
// minute without a pause, and its garbage collection would stop streams. The server
// writes an order to the input of the process and leaves it open; when it closes, the
// process gives up. The process writes reports, one a line.

// Maximums of what is remembered of the process's output.
const (
	maxReport = 1 << 20 // bytes in a line
	maxErrors = 4 << 10 // bytes of error output
)

// stopTime is how long a process may take to clean up before it is killed.
const stopTime = 10 * time.Second

// Process makes backups in a process of its own.
type Process struct {
	Command []string // starts a program that calls Obey
	Server  any      // what Obey passes on, as JSON: it names the server
	Log     *slog.Logger
}

// order is what a process is to make.
type order struct {
	Kind   Kind            `json:"kind"`
	Server json.RawMessage `json:"server"`
}

// report is the progress of a process, or how it ended.
type report struct {
	Progress float64  `json:"progress,omitempty"`
	Backup   *Backup  `json:"backup,omitempty"`
	Failure  *failure `json:"failure,omitempty"`
}

// failure is an error in a report.
type failure struct {
	Code   music.Code    `json:"code"`
	Detail music.Message `json:"detail"`
	Cause  string        `json:"cause,omitempty"`
}

func failureOf(err error) *failure {
	e, ok := errors.AsType[*music.Error](err)
	if !ok {
		return &failure{Cause: err.Error()}
	}
	f := &failure{Code: e.Code, Detail: e.Detail}
	if e.Err != nil {
		f.Cause = e.Err.Error()
	}
	return f
}

func (f *failure) err() error {
	var cause error
	if f.Cause != "" {
		cause = errors.New(f.Cause)
	}
	if f.Code == music.Internal {
		return cause
	}
	return (&music.Error{Code: f.Code, Detail: f.Detail}).Because(cause)
}

// Make makes a backup as Maker.Make does.
func (p *Process) Make(ctx context.Context, kind Kind, progress Progress) (*Backup, error) {
	text, err := p.order(kind)
	if err != nil {
		return nil, err
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	cmd := exec.CommandContext(running, p.Command[0], p.Command[1:]...) //nolint:gosec // this program
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	cmd.Cancel, cmd.WaitDelay = input.Close, stopTime
	output, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	says := &tail{limit: maxErrors}
	cmd.Stderr = says
	if err := startIdle(cmd, p.Log); err != nil {
		return nil, fmt.Errorf("start the process that makes the backup: %w", err)
	}
	_, writeErr := input.Write(text)
	last, readErr := follow(output, progress)
	if readErr != nil {
		stop() // nobody reads on
	}
	err = errors.Join(writeErr, readErr, cmd.Wait())
	switch {
	case last.Backup != nil:
		return last.Backup, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case last.Failure != nil:
		return nil, last.Failure.err()
	}
	return nil, fmt.Errorf("the process that makes the backup ended without a backup: %w: %s", cmp.Or(err, io.ErrUnexpectedEOF), says)
}

// order returns an order as one line.
func (p *Process) order(kind Kind) ([]byte, error) {
	server, err := json.Marshal(p.Server)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(order{kind, server})
	return append(text, '\n'), err
}

// follow reads reports until the output ends, and returns the last.
func follow(output io.Reader, progress Progress) (last report, err error) {
	lines := bufio.NewScanner(output)
	lines.Buffer(nil, maxReport)
	for lines.Scan() {
		last = report{}
		if err := json.Unmarshal(lines.Bytes(), &last); err != nil {
			return report{}, fmt.Errorf("a report: %w", err)
		}
		if last.Backup == nil && last.Failure == nil {
			progress(last.Progress)
		}
	}
	return last, lines.Err()
}

// tail keeps the end of what is written to it.
type tail struct {
	kept  bytes.Buffer
	limit int
}

func (t *tail) Write(p []byte) (int, error) {
	n, err := t.kept.Write(p)
	t.kept.Next(max(0, t.kept.Len()-t.limit))
	return n, err
}

func (t *tail) String() string { return t.kept.String() }

// Obey reads an order, carries it out with do, and reports to output. It gives up when
// input ends. The error is that of the input and the output.
func Obey(
	ctx context.Context, input io.Reader, output io.Writer,
	do func(ctx context.Context, server json.RawMessage, kind Kind, progress Progress) (*Backup, error),
) error {
	orders := json.NewDecoder(input)
	var o order
	if err := orders.Decode(&o); err != nil {
		return fmt.Errorf("read the order: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		_, _ = io.Copy(io.Discard, input) // it ends with the server
		stop()
	}()
	reports := json.NewEncoder(output)
	b, err := do(ctx, o.Server, o.Kind, func(done float64) {
		if err := reports.Encode(report{Progress: done}); err != nil {
			stop()
		}
	})
	if err != nil {
		return reports.Encode(report{Failure: failureOf(err)})
	}
	return reports.Encode(report{Backup: b})
}
