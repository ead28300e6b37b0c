package main

import (
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

	"golang.org/x/sys/unix"
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
	s, err := startProcess(ctx, "/health", func(address string) []string {
		return []string{
			binary, "serve", "--listen", address, "--radio-listen", "off", "--data", data, "--music", music,
			"--rate-limit-per-minute", "1000000", "--analyse-tracks=false", "--log-level", "error",
		}
	})
	if s != nil {
		s.data = data
	}
	return s, err
}

// startProcess runs a command with the address of a free port and waits until
// path responds.
func startProcess(ctx context.Context, path string, command func(address string) []string) (*server, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := listener.Addr().String()
	listener.Close()

	s := &server{base: "http://" + address}
	args := command(address)
	s.cmd = exec.CommandContext(ctx, args[0], args[1:]...)
	s.cmd.Stderr = os.Stderr
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(syscall.SIGTERM) }
	begin := time.Now()
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	for time.Since(begin) < 30*time.Second {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, nil)
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

// cpu returns the user and system time that the server has used so far, to the
// nanosecond, which the hundredths of a second in /proc are too coarse for; 0 for an
// unknown process.
func (s *server) cpu() (time.Duration, error) {
	if s == nil {
		return 0, nil
	}
	// The CPU clock of another process, as clock_getcpuclockid(3) makes it.
	const scheduled = 2
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^s.cmd.Process.Pid<<3|scheduled), &t); err != nil {
		return 0, fmt.Errorf("read the server's CPU clock: %w", err)
	}
	return time.Duration(t.Nano()), nil
}

// memory returns the resident memory of the server, and how much of it is
// anonymous rather than pages of files, in MB.
func (s *server) memory() (resident, anonymous float64, err error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(b)) {
		f := strings.Fields(line)
		if len(f) < 2 || f[0] != "VmRSS:" && f[0] != "RssAnon:" {
			continue
		}
		kB, err := strconv.ParseFloat(f[1], 64)
		if err != nil {
			return 0, 0, err
		}
		if f[0] == "VmRSS:" {
			resident = kB / 1024
		} else {
			anonymous = kB / 1024
		}
	}
	return resident, anonymous, nil
}
