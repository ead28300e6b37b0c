package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// measureStart prints the median time from an empty data folder to the first
// response.
func measureStart(ctx context.Context, out io.Writer, o options, work string) error {
	empty := filepath.Join(work, "empty")
	if err := os.Mkdir(empty, 0o755); err != nil {
		return err
	}
	var times []time.Duration
	for i := range 7 {
		s, err := startServer(ctx, o.binary, filepath.Join(work, fmt.Sprintf("start%d", i)), empty)
		if err != nil {
			return err
		}
		times = append(times, s.started)
		s.stop()
	}
	slices.Sort(times)
	fmt.Fprintf(out, "cold start to first response\t%.0f ms\t(%.0f–%.0f)\t\n", ms(times[3]), ms(times[0]), ms(times[6]))
	return nil
}

type scanStatus struct {
	State, ID                       string
	Found, Checked, Added, Problems int
	StartedAt, FinishedAt           time.Time
}

// waitForScan waits until a scan other than the previous one has finished.
func waitForScan(ctx context.Context, c *client, before string) (scanStatus, error) {
	for {
		var library struct{ Scan scanStatus }
		if err := c.call(ctx, http.MethodGet, "/api/library", nil, &library); err != nil {
			return scanStatus{}, err
		}
		switch s := library.Scan; {
		case s.ID == before || s.State == "running" || s.State == "idle":
			<-time.After(20 * time.Millisecond)
		case s.State != "finished":
			return s, fmt.Errorf("the scan is %s", s.State)
		default:
			return s, nil
		}
	}
}

// measureScan prints the figures of the first scan, which starts with the
// server, and of a scan without changes, and the size of memory and database.
func measureScan(ctx context.Context, out io.Writer, s *server, c *client) error {
	first, err := waitForScan(ctx, c, "")
	if err != nil {
		return err
	}
	cpu, err := s.cpu()
	if err != nil {
		return err
	}
	wall := first.FinishedAt.Sub(first.StartedAt)
	fmt.Fprintf(out, "first scan of %d files\t%.2f s\t%.0f files/s\t%.3f ms CPU/file\t%d added, %d problems\t\n",
		first.Found, wall.Seconds(), float64(first.Found)/wall.Seconds(), ms(cpu)/float64(first.Found), first.Added, first.Problems)

	if err := c.call(ctx, http.MethodPost, "/api/library/scan", map[string]any{}, nil); err != nil {
		return err
	}
	again, err := waitForScan(ctx, c, first.ID)
	if err != nil {
		return err
	}
	after, err := s.cpu()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "rescan, nothing changed\t%.0f ms\t%.0f ms CPU\t\n", ms(again.FinishedAt.Sub(again.StartedAt)), ms(after-cpu))

	<-time.After(5 * time.Second) // by then the scan's memory has been returned to the system
	resident, err := s.resident()
	if err != nil {
		return err
	}
	size, err := databaseSize(s.data)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "resident after the scan\t%.1f MB\t\n", resident)
	fmt.Fprintf(out, "database\t%.1f MB\t%.2f kB/track\t\n", float64(size)/1e6, float64(size)/1e3/float64(max(first.Added, 1)))
	return nil
}

func databaseSize(data string) (int64, error) {
	info, err := os.Stat(filepath.Join(data, "sonora.db"))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// measureRequests prints the latency and the server's CPU time of each kind of
// request.
func measureRequests(ctx context.Context, out io.Writer, o options, s *server, c *client) error {
	kinds, err := requestKinds(ctx, c)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "request\tcount\tp50 ms\tp99 ms\tCPU ms\tkB\t\n")
	for _, k := range kinds {
		if !strings.Contains(k.name, o.only) {
			continue
		}
		if err := measureKind(ctx, out, o.each, s, c, k); err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
	}
	return nil
}

func measureKind(ctx context.Context, out io.Writer, each time.Duration, s *server, c *client, k kind) error {
	if !k.once { // one request to fill connections and caches
		if _, err := oneRequest(ctx, c, k, 0); err != nil {
			return err
		}
	}
	before, err := s.cpu()
	if err != nil {
		return err
	}
	var times []time.Duration
	var bytes int64
	for begin := time.Now(); time.Since(begin) < each; {
		if k.once && len(times) == len(k.paths) {
			break
		}
		start := time.Now()
		n, err := oneRequest(ctx, c, k, len(times))
		if err != nil {
			return err
		}
		times = append(times, time.Since(start))
		bytes += n
	}
	after, err := s.cpu()
	if err != nil {
		return err
	}
	slices.Sort(times)
	n := len(times)
	fmt.Fprintf(out, "%s\t%d\t%.2f\t%.2f\t%.3f\t%.1f\t\n", k.name, n, ms(times[n/2]), ms(times[n*99/100]),
		ms(after-before)/float64(n), float64(bytes)/1000/float64(n))
	return nil
}

func oneRequest(ctx context.Context, c *client, k kind, i int) (int64, error) {
	req, err := c.request(ctx, http.MethodGet, k.paths[i%len(k.paths)], http.NoBody)
	if err != nil {
		return 0, err
	}
	for name, value := range k.header {
		req.Header.Set(name, value)
	}
	return c.drain(req)
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
