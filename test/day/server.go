package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// server is a sonora that is started again and again on the same data.
type server struct {
	args  []string
	base  string // http://127.0.0.1:PORT
	radio string // address for source clients
	log   string // file
	cmd   *exec.Cmd
}

func newServer(ctx context.Context, binary, data, music, log string) (*server, error) {
	var addresses [2]string
	for i := range addresses {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		addresses[i] = l.Addr().String()
	}
	return &server{
		args: []string{binary, "serve", "--listen", addresses[0], "--radio-listen", addresses[1], "--data", data, "--music", music},
		base: "http://" + addresses[0], radio: addresses[1], log: log,
	}, nil
}

// start starts the server and waits until it is healthy.
func (s *server) start(ctx context.Context) error {
	log, err := os.OpenFile(s.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	s.cmd = exec.CommandContext(context.WithoutCancel(ctx), s.args[0], s.args[1:]...) // stop ends it
	s.cmd.Stdout, s.cmd.Stderr = log, log
	if err := s.cmd.Start(); err != nil {
		return err
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		if _, err := get(ctx, s.base+"/health", ""); err == nil {
			return nil
		}
	}
	s.stop()
	return errors.New("the server was not healthy within a minute")
}

func (s *server) stop() { s.end(syscall.SIGTERM) }

func (s *server) end(signal syscall.Signal) {
	if s.cmd.Process.Signal(signal) == nil {
		s.cmd.Wait() //nolint:errcheck // the server was told to stop
	}
}

// client calls the API as the operator.
type client struct{ base, access string }

var account = map[string]string{"email": "day@example.org", "password": "a long enough passphrase", "password1": "a long enough passphrase", "password2": "a long enough passphrase", "first_name": "Ada", "last_name": "Sine"}

func pick(keys ...string) map[string]string {
	some := map[string]string{}
	for _, k := range keys {
		some[k] = account[k]
	}
	return some
}

func (c *client) signUp(ctx context.Context) error {
	if err := c.call(ctx, http.MethodPost, "/api/auth/register/", pick("email", "password1", "password2", "first_name", "last_name"), nil); err != nil {
		return err
	}
	return c.signIn(ctx)
}

func (c *client) signIn(ctx context.Context) error {
	c.access = ""
	var tokens struct{ Access string }
	if err := c.call(ctx, http.MethodPost, "/api/auth/login/", pick("email", "password"), &tokens); err != nil {
		return err
	}
	c.access = tokens.Access
	return nil
}

// refused is an answer with a status of 400 or more.
type refused struct {
	what   string
	status int
	body   string
}

func (r *refused) Error() string { return fmt.Sprintf("%s: %d %s", r.what, r.status, r.body) }

func isRefused(err error, status int) bool {
	r, ok := errors.AsType[*refused](err)
	return ok && r.status == status
}

// call sends body as JSON and decodes the answer into result, unless that is
// nil. It signs in again when its session is over.
func (c *client) call(ctx context.Context, method, path string, body, result any) error {
	answer, err := c.once(ctx, method, path, body)
	if isRefused(err, http.StatusUnauthorized) && c.access != "" {
		if err := c.signIn(ctx); err != nil {
			return err
		}
		answer, err = c.once(ctx, method, path, body)
	}
	if err != nil || result == nil {
		return err
	}
	return json.Unmarshal(answer, result)
}

func (c *client) once(ctx context.Context, method, path string, body any) ([]byte, error) {
	var payload bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&payload).Encode(body); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, &payload)
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return send(req, c.access)
}

func get(ctx context.Context, url, access string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return nil, err
	}
	return send(req, access)
}

func send(req *http.Request, access string) ([]byte, error) {
	if access != "" {
		req.Header.Set("Authorization", "Bearer "+access)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode >= 400 {
		err = &refused{req.Method + " " + req.URL.Path, res.StatusCode, string(answer)}
	}
	return answer, err
}
