package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// client calls the API as one signed-in person.
type client struct {
	base, access string
	buf          []byte
}

// The account of the bench.
const email, password = "bench@example.org", "a long enough passphrase"

// signUp creates the first account, which is the operator's, and signs it in.
func signUp(ctx context.Context, s *server) (*client, error) {
	c := &client{base: s.base, buf: make([]byte, 64<<10)}
	if err := c.call(ctx, http.MethodPost, "/api/auth/register/", map[string]string{"email": email, "password1": password, "password2": password}, nil); err != nil {
		return nil, err
	}
	var tokens struct{ Access string }
	if err := c.call(ctx, http.MethodPost, "/api/auth/login/", map[string]string{"email": email, "password": password}, &tokens); err != nil {
		return nil, err
	}
	c.access = tokens.Access
	return c, nil
}

// call sends body as JSON and decodes the response into result, unless result
// is nil.
func (c *client) call(ctx context.Context, method, path string, body, result any) error {
	var payload bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&payload).Encode(body); err != nil {
			return err
		}
	}
	req, err := c.request(ctx, method, path, &payload)
	if err != nil {
		return err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s: %s", method, path, res.Status, answer)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(answer, result)
}

func (c *client) request(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err == nil && c.access != "" {
		req.Header.Set("Authorization", "Bearer "+c.access)
	}
	return req, err
}

// drain sends the request, discards the body and returns its length.
func (c *client) drain(req *http.Request) (int64, error) {
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	if res.StatusCode >= 300 {
		return 0, fmt.Errorf("%s: %s", req.URL.Path, res.Status)
	}
	return io.CopyBuffer(struct{ io.Writer }{io.Discard}, res.Body, c.buf)
}
