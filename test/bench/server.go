package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// server is a running sonora.
type server struct {
	cmd     *exec.Cmd
	base    string        // http://127.0.0.1:PORT
	data    string        // its data folder
	started time.Duration // from exec to the first response
}

// startServer runs sonora on a free port and waits for its first response.
func startServer(ctx context.Context, binary, data, music string) (*server, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := listener.Addr().String()
	listener.Close()

	s := &server{base: "http://" + address, data: data}
	s.cmd = exec.CommandContext(ctx, binary, "serve", "--listen", address, "--data", data, "--music", music,
		"--rate-limit-per-minute", "1000000", "--log-level", "warn")
	s.cmd.Stderr = os.Stderr
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(syscall.SIGTERM) }
	begin := time.Now()
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	for time.Since(begin) < 30*time.Second {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/health", nil)
		if err != nil {
			return nil, err
		}
		if res, err := http.DefaultClient.Do(req); err == nil {
			res.Body.Close()
			s.started = time.Since(begin)
			return s, nil
		}
		<-time.After(time.Millisecond)
	}
	s.stop()
	return nil, errors.New("no response within 30 seconds")
}

func (s *server) stop() {
	if s.cmd.Process.Signal(syscall.SIGTERM) == nil {
		s.cmd.Wait() //nolint:errcheck // the server was told to stop
	}
}

// cpu returns the user and system time that the server has used so far.
func (s *server) cpu() (time.Duration, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	// The fields after the name in brackets: 14 and 15 of proc(5) are utime and stime in 1/100 s.
	fields := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+2:]))
	user, err := strconv.Atoi(fields[11])
	if err != nil {
		return 0, err
	}
	system, err := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond, err
}

// resident returns the resident memory of the server, in MB.
func (s *server) resident() (float64, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "VmRSS:" {
			kB, err := strconv.Atoi(f[1])
			return float64(kB) / 1024, err
		}
	}
	return 0, errors.New("no VmRSS in /proc")
}
