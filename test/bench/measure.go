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

// measureStart prints the median time to the first response, from an empty data
// folder and from one that a server has used, and the memory of an idle server.
func measureStart(ctx context.Context, out io.Writer, o options, work string) error {
	empty := filepath.Join(work, "empty")
	if err := os.Mkdir(empty, 0o755); err != nil {
		return err
	}
	const runs = 7
	first, second := make([]time.Duration, runs), make([]time.Duration, runs)
	for i := range runs {
		for _, times := range [][]time.Duration{first, second} {
			s, err := startServer(ctx, o.binary, filepath.Join(work, fmt.Sprintf("start%d", i)), empty)
			if err != nil {
				return err
			}
			times[i] = s.started
			s.stop()
		}
	}
	for i, what := range []string{"cold", "second"} {
		times := [][]time.Duration{first, second}[i]
		slices.Sort(times)
		fmt.Fprintf(out, "%s start to first response\t%.0f ms\t(%.0f–%.0f)\t\n", what, ms(times[runs/2]), ms(times[0]), ms(times[runs-1]))
	}
	s, err := startServer(ctx, o.binary, filepath.Join(work, "start0"), empty)
	if err != nil {
		return err
	}
	defer s.stop()
	return measureMemory(out, s, "idle")
}

// settle is how long a server gets to return memory to the system.
const settle = 12 * time.Second

// measureMemory prints the memory of a server when it has come to rest.
func measureMemory(out io.Writer, s *server, when string) error {
	<-time.After(settle)
	resident, anonymous, err := s.memory()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "resident %s\t%.1f MB\t%.1f MB anonymous\t\n", when, resident, anonymous)
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
			<-time.After(100 * time.Millisecond)
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

	size, err := databaseSize(s.data)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "database\t%.1f MB\t%.2f kB/track\t\n", float64(size)/1e6, float64(size)/1e3/float64(max(first.Added, 1)))
	return measureMemory(out, s, "after the scan")
}

func databaseSize(data string) (int64, error) {
	info, err := os.Stat(filepath.Join(data, "sonora.db"))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// measureRequests prints the latency and the server's CPU time of each kind of
// request, and that time as a multiple of the two yardsticks'. These are measured
// beside each kind, because CPU times depend on what else the machine does.
func measureRequests(ctx context.Context, out io.Writer, o options, s *server, c *client, work string) error {
	kinds, err := requestKinds(ctx, c)
	if err != nil {
		return err
	}
	y, err := startYardstick(ctx, work)
	if err != nil {
		return err
	}
	defer y.stop()
	plain := &client{base: y.base, buf: c.buf}
	fmt.Fprintf(out, "request\tcount\tp50 ms\tp99 ms\tCPU ms\t× net/http\t× SQLite row\tkB\t\n")
	for _, k := range kinds {
		if !strings.Contains(k.name, o.only) {
			continue
		}
		var least [2]float64
		for i, yardstick := range yardstickKinds() {
			f, err := measureKind(ctx, o.each/4, y, plain, yardstick)
			if err != nil {
				return fmt.Errorf("%s: %w", yardstick.name, err)
			}
			least[i] = f.cpu
		}
		f, err := measureKind(ctx, o.each, s, c, k)
		if err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		fmt.Fprintf(out, "%s\t%d\t%.2f\t%.2f\t%.3f\t%.1f\t%.1f\t%.1f\t\n", k.name, f.count, ms(f.p50), ms(f.p99), f.cpu, f.cpu/least[0], f.cpu/least[1], f.kB)
	}
	return measureMemory(out, s, "after the requests")
}

// figures are those of one kind of request; cpu (in ms) and kB are per request.
type figures struct {
	count    int
	p50, p99 time.Duration
	cpu, kB  float64
}

func measureKind(ctx context.Context, each time.Duration, s *server, c *client, k kind) (figures, error) {
	if !k.once { // one request to fill connections and caches
		if _, err := oneRequest(ctx, c, k, 0); err != nil {
			return figures{}, err
		}
	}
	before, err := s.cpu()
	if err != nil {
		return figures{}, err
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
			return figures{}, err
		}
		times = append(times, time.Since(start))
		bytes += n
	}
	after, err := s.cpu()
	if err != nil {
		return figures{}, err
	}
	slices.Sort(times)
	n := len(times)
	return figures{
		count: n, p50: times[n/2], p99: times[n*99/100],
		cpu: ms(after-before) / float64(n), kB: float64(bytes) / 1000 / float64(n),
	}, nil
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
