package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// play is something that the station says it played.
type play struct {
	At      time.Time
	Ended   *time.Time
	Title   string
	Source  string
	TrackID *string
}

type entry struct {
	Seq  int64
	At   time.Time
	Kind string
	Text string
}

// judge compares what was planned, what the station says it played, and what the
// listener heard.
type judge struct {
	*day
	plays   []play  // oldest first
	log     []entry // oldest first
	begun   []play  // everything that began by the log, oldest first
	moments []moment
	out     *tabwriter.Writer
	faults  []string
}

// judge prints the table. It returns an error if something disagrees.
func (d *day) judge(ctx context.Context, ear *listener) error {
	j := &judge{day: d, out: tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)}
	if err := errors.Join(j.readHistory(ctx), j.readLog(ctx)); err != nil {
		return err
	}
	for _, t := range ear.takes {
		moments, err := t.heard(ctx)
		if err != nil {
			return err
		}
		j.moments = append(j.moments, moments...)
	}
	if len(j.moments) == 0 {
		return errors.New("the listener heard nothing")
	}
	fmt.Fprintln(j.out)
	j.row("edits", "%d, with %d DJ shows, %d skips and %d restarts", d.edits, len(d.lives), len(d.skips), len(d.restarts))
	j.row("heard", "%v in %d connections", (time.Duration(len(j.moments)) * windowTime).Round(time.Second), len(ear.takes))
	j.checkLine(ear)
	j.checkSilence()
	j.checkSound()
	j.checkShows()
	j.checkPlan(ctx)
	if err := j.checkRecordings(ctx); err != nil {
		return err
	}
	if err := j.out.Flush(); err != nil {
		return err
	}
	if len(j.faults) > 0 {
		return fmt.Errorf("%d disagreements:\n%s", len(j.faults), strings.Join(j.faults, "\n"))
	}
	return nil
}

func (j *judge) row(name, format string, args ...any) {
	fmt.Fprintf(j.out, "%s\t%s\n", name, fmt.Sprintf(format, args...))
}

func (j *judge) fault(format string, args ...any) {
	j.faults = append(j.faults, fmt.Sprintf(format, args...))
}

func (j *judge) readHistory(ctx context.Context) error {
	for before := ""; ; {
		var page []play
		if err := j.client.call(ctx, http.MethodGet, j.station+"/history?limit=100"+before, nil, &page); err != nil {
			return err
		}
		if len(page) == 0 {
			break
		}
		j.plays = append(j.plays, page...)
		before = "&before=" + url.QueryEscape(page[len(page)-1].At.Format(time.RFC3339Nano))
	}
	slices.Reverse(j.plays)
	return writeJSON(filepath.Join(j.folder, "history.json"), j.plays)
}

// began finds the title in the log entry of what began.
var began = regexp.MustCompile(`^“.* - (.*?)”: `)

func (j *judge) readLog(ctx context.Context) error {
	for before := ""; ; {
		var page []entry
		if err := j.client.call(ctx, http.MethodGet, j.station+"/log?limit=200"+before, nil, &page); err != nil {
			return err
		}
		if len(page) == 0 {
			break
		}
		j.log = append(j.log, page...)
		before = fmt.Sprint("&before=", page[len(page)-1].Seq)
	}
	slices.Reverse(j.log)
	for _, e := range j.log {
		if m := began.FindStringSubmatch(e.Text); m != nil && e.Kind == "decision" {
			j.begun = append(j.begun, play{At: e.At, Title: m[1]})
		}
	}
	return writeJSON(filepath.Join(j.folder, "log.json"), j.log)
}

func writeJSON(file string, v any) error {
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, b, 0o644)
}

// isRestart reports whether the server was away at a time, or had just come back.
func (j *judge) isRestart(t time.Time) bool {
	return slices.ContainsFunc(j.restarts, func(s span) bool { return s.around(time.Second, 5*time.Second).has(t) })
}

// isLive reports whether a DJ was on air within d of a time.
func (j *judge) isLive(t time.Time, d time.Duration) bool {
	return slices.ContainsFunc(j.lives, func(l *liveShow) bool { return span{l.began, l.ended}.around(d, d+6*time.Second).has(t) })
}

// maxStall is how long nothing may arrive: the buffer of a listener covers it.
const maxStall = 4 * time.Second

func (j *judge) checkLine(ear *listener) {
	longest, back := time.Duration(0), time.Duration(0)
	for i, t := range ear.takes {
		for _, s := range t.stalls(time.Second) {
			longest = max(longest, s.to.Sub(s.from))
			if s.to.Sub(s.from) > maxStall {
				j.fault("%s: nothing arrived for %v", stamp(s.from), s.to.Sub(s.from))
			}
		}
		if i == 0 || len(t.reads) == 0 {
			continue
		}
		first := t.reads[0].at
		if k := slices.IndexFunc(j.restarts, func(s span) bool { return s.around(0, time.Minute).has(first) }); k >= 0 {
			back = max(back, first.Sub(j.restarts[k].to))
		} else {
			j.fault("%s: the listener was disconnected without a restart", stamp(first))
		}
	}
	if back > 5*time.Second {
		j.fault("a listener had sound %v after a restart", back)
	}
	j.row("line", "longest stall %v; sound %v after the server was up", longest.Round(time.Millisecond), back.Round(time.Millisecond))
}

// runs calls found with each time during which is holds for longer than d.
func (j *judge) runs(d time.Duration, is func(moment) bool, found func(span)) {
	var from, last time.Time
	end := func() {
		if !from.IsZero() && last.Sub(from)+windowTime > d {
			found(span{from, last.Add(windowTime)})
		}
		from = time.Time{}
	}
	for _, m := range j.moments {
		if !last.IsZero() && m.at.Sub(last) > time.Second {
			end()
		}
		if !is(m) {
			end()
			continue
		}
		if from.IsZero() {
			from = m.at
		}
		last = m.at
	}
	end()
}

func (j *judge) checkSilence() {
	total, first := time.Duration(0), 0
	j.runs(300*time.Millisecond, func(m moment) bool { return m.level < silent && !m.isBurst && !j.isRestart(m.at) }, func(s span) {
		total += s.to.Sub(s.from)
		j.fault("%s: silence for %v", stamp(s.from), s.to.Sub(s.from).Round(10*time.Millisecond))
	})
	for _, m := range j.moments {
		if m.isBurst && m.level < silent {
			first++
		}
	}
	j.row("silence", "%v; %v more when a listener connected to a station that had just started", total.Round(10*time.Millisecond), (time.Duration(first) * windowTime).Round(10*time.Millisecond))
}

// tolerance is how far the log may be from the sound: a chunk, the encoder, and
// the blocks that the mixer makes at a time.
const tolerance = time.Second

// expected returns the tones that may be heard at a time by the log.
func (j *judge) expected(t time.Time) map[int]bool {
	tones := map[int]bool{}
	for i, p := range j.begun {
		if p.At.Add(-tolerance).After(t) {
			break
		}
		fade := 7*time.Second + tolerance
		length := 3 * time.Minute
		if isBetween(p.Title) {
			length = 12 * time.Second
		} else {
			for _, n := range j.begun[i+1:] {
				if !isBetween(n.Title) {
					length = n.At.Sub(p.At) + fade
					break
				}
			}
		}
		if t.Before(p.At.Add(length)) {
			tones[toneOf(p.Title)] = true
		}
	}
	for _, l := range j.lives {
		if t.After(l.began) && t.Before(l.ended.Add(10*time.Second)) {
			tones[l.tone], tones[helloTone], tones[goodbyeTone] = true, true, true
		}
	}
	return tones
}

// isJudged reports whether a moment has to agree with the log.
func (j *judge) isJudged(m moment) bool {
	return m.level >= silent && !m.isBurst && !j.isRestart(m.at)
}

// checkSound compares every moment of the recording with the log.
func (j *judge) checkSound() {
	agrees, all := 0, 0
	for _, m := range j.moments {
		if j.isJudged(m) {
			if all++; j.expected(m.at)[m.loud] {
				agrees++
			}
		}
	}
	j.runs(500*time.Millisecond, func(m moment) bool {
		return j.isJudged(m) && !j.expected(m.at)[m.loud]
	}, func(s span) {
		j.fault("%s to %s: the log says nothing of the tone that is heard (%s)", stamp(s.from), stamp(s.to), j.nameAt(s.from.Add(s.to.Sub(s.from)/2)))
	})
	j.row("sound", "%.2f %% of the time as the log says", 100*float64(agrees)/float64(max(1, all)))
	j.checkBeginnings()
}

func (j *judge) nameAt(t time.Time) string {
	for _, m := range j.moments {
		if m.at.After(t) {
			return nameOf(m.loud)
		}
	}
	return "none"
}

func nameOf(tone int) string {
	for _, k := range kinds {
		if i := (tone - k.tone) / toneStep; tone >= k.tone && i < k.count {
			return k.title(i)
		}
	}
	return fmt.Sprintf("%d Hz of a DJ", tone)
}

// checkBeginnings checks that every song that began by the log is heard from that
// time on.
func (j *judge) checkBeginnings() {
	var late []time.Duration
	for i, p := range j.begun {
		if j.isUnclear(p.At) || j.isLive(p.At, time.Second) {
			continue
		}
		heard, ok := j.firstHeard(toneOf(p.Title), p.At)
		if ok && i > 0 && strings.HasPrefix(j.begun[i-1].Title, "Voice") {
			continue // it begins under a voice
		}
		if !ok {
			j.fault("%s: %s began by the log and is not heard", stamp(p.At), p.Title)
			continue
		}
		late = append(late, heard.Sub(p.At).Abs())
	}
	slices.Sort(late)
	if n := len(late); n > 0 {
		j.row("beginnings", "%d; the sound is beside the log by %v in the middle and at most %v", n, late[n/2].Round(10*time.Millisecond), late[n-1].Round(10*time.Millisecond))
	}
}

// isUnclear reports whether a time cannot be compared with the sound: the
// server had just started, or the day ended.
func (j *judge) isUnclear(t time.Time) bool {
	if j.isRestart(t) || t.After(j.moments[len(j.moments)-1].at.Add(-5*time.Second)) {
		return true
	}
	i, _ := slices.BinarySearchFunc(j.moments, t, func(m moment, t time.Time) int { return m.at.Compare(t) })
	return i == len(j.moments) || j.moments[i].isBurst
}

// firstHeard returns when a tone is first heard around a time. A song that fades
// in is not heard at once.
func (j *judge) firstHeard(tone int, around time.Time) (time.Time, bool) {
	for _, m := range j.moments {
		if m.at.After(around.Add(4 * time.Second)) {
			break
		}
		if _, is := m.tones[tone]; is && m.at.After(around.Add(-2*time.Second)) {
			return m.at, true
		}
	}
	return time.Time{}, false
}

// checkShows checks that shows begin on the second, in the log and in the sound.
func (j *judge) checkShows() {
	checked, worstLog, worstSound := 0, time.Duration(0), time.Duration(0)
	for _, s := range j.shows {
		if !s.repealed.IsZero() && s.repealed.Before(s.at) || j.isUnclear(s.at) || j.isLive(s.at, 2*time.Second) {
			continue
		}
		checked++
		i := slices.IndexFunc(j.begun, func(p play) bool { // a jingle, or a song that people placed, may come first
			return p.At.After(s.at.Add(-time.Second)) && p.At.Before(s.at.Add(20*time.Second))
		})
		if i < 0 {
			j.fault("%s: the show did not begin", stamp(s.at))
			continue
		}
		p := j.begun[i]
		if late := p.At.Sub(s.at).Abs(); late > time.Second {
			j.fault("%s: the show began at %s", stamp(s.at), stamp(p.At))
		} else {
			worstLog = max(worstLog, late)
		}
		heard, ok := j.firstHeard(toneOf(p.Title), s.at)
		if late := heard.Sub(s.at).Abs(); !ok || late > time.Second {
			j.fault("%s: the show is heard from %s on", stamp(s.at), stamp(heard))
		} else {
			worstSound = max(worstSound, late)
		}
	}
	j.row("shows", "%d planned, %d to begin on the second; at most %v late in the log, %v in the sound", len(j.shows), checked, worstLog.Round(time.Millisecond), worstSound.Round(10*time.Millisecond))
}

// checkPlan checks that whatever was taken from the plan was played, went back
// or is in the log, and that what people placed was played.
func (j *judge) checkPlan(ctx context.Context) {
	var text strings.Builder
	for _, e := range j.log {
		text.WriteString(e.Text + "\n")
	}
	said := func(title string) bool {
		return strings.Contains(text.String(), title+" was loaded") || strings.Contains(text.String(), title+" is skipped")
	}
	waits := func(id string) bool {
		return slices.ContainsFunc(append(j.queue.Taken, j.queue.Slots...), func(s slot) bool { return s.ID == id })
	}
	playedAfter := func(title string, t time.Time) bool {
		return slices.ContainsFunc(j.begun, func(p play) bool { return p.Title == title && p.At.After(t) })
	}
	lost := 0
	for id, t := range j.taken {
		if !playedAfter(t.Title, t.first.Add(-3*time.Second)) && !said(t.Title) && !waits(id) {
			lost++
			j.fault("%s: %s was taken from the plan and is nowhere", stamp(t.first), t.Title)
		}
	}
	j.row("plan", "%d slots taken, %d lost", len(j.taken), lost)
	requests := j.requests(ctx)
	played, waiting := 0, 0
	for _, s := range j.placed {
		switch {
		case j.removed[s.ID]:
		case playedAfter(s.Title, s.At):
			played++
		case s.RequestID != nil && requests[*s.RequestID] == "refused" || said(s.Title):
		case waits(s.ID) || s.RequestID != nil && requests[*s.RequestID] != "played":
			waiting++
		default:
			j.fault("%s: %s was placed by hand and never played", stamp(s.At), s.Title)
		}
	}
	j.row("placed", "%d songs by people: %d played, %d removed, %d still wait", len(j.placed), played, len(j.removed), waiting)
}

// requests returns the states of requests.
func (j *judge) requests(ctx context.Context) map[string]string {
	var list struct {
		Items []struct{ ID, State string }
	}
	if err := j.client.call(ctx, http.MethodGet, j.station+"/requests", nil, &list); err != nil {
		j.fault("read the requests: %v", err)
	}
	states := map[string]string{}
	for _, r := range list.Items {
		states[r.ID] = r.State
	}
	return states
}

type recording struct {
	ID, State, Reason string
	MixID             *string
	BeganAt           time.Time
	EndedAt           *time.Time
}

// checkRecordings checks that every live show was recorded whole. A DJ who comes
// back soon continues the recording.
func (j *judge) checkRecordings(ctx context.Context) error {
	var list []recording
	if err := j.client.call(ctx, http.MethodGet, "/api/recordings?limit=100", nil, &list); err != nil {
		return err
	}
	shows := map[string][]*liveShow{} // by mix
	for _, l := range j.lives {
		if l.problem != nil {
			j.fault("%s: the DJ was not on air: %v", stamp(l.began), l.problem)
			continue
		}
		i := slices.IndexFunc(list, func(r recording) bool {
			return r.BeganAt.Before(l.ended) && r.EndedAt != nil && r.EndedAt.After(l.began.Add(2*time.Second))
		})
		if i < 0 || list[i].MixID == nil {
			j.fault("%s: the show of a DJ was not recorded", stamp(l.began))
			continue
		}
		shows[*list[i].MixID] = append(shows[*list[i].MixID], l)
	}
	whole, worst := 0, 0.0
	for mix, lives := range shows {
		lacks, err := j.compare(ctx, lives, mix)
		if err != nil {
			return err
		}
		if lacks == 0 {
			whole += len(lives)
		}
		worst = max(worst, lacks)
	}
	j.row("recordings", "%d of %d DJ shows whole, in %d mixes; at most %.2f s are missing", whole, len(j.lives), len(shows), worst)
	return nil
}

// part is a tone that a DJ sent for some seconds.
type part struct {
	tone int
	sent float64
}

func (l *liveShow) parts() []part {
	if l.isCut {
		return []part{{helloTone, callSeconds}, {l.tone, l.sent - callSeconds}}
	}
	return []part{{helloTone, callSeconds}, {l.tone, l.sent - 2*callSeconds}, {goodbyeTone, callSeconds}}
}

// compare downloads a recording and returns how many seconds it lacks that the
// DJs sent.
func (j *judge) compare(ctx context.Context, lives []*liveShow, mix string) (lacks float64, err error) {
	b, err := get(ctx, j.server.base+"/api/mixes/"+mix+"/stream", j.client.access)
	if err != nil {
		return 0, err
	}
	file := filepath.Join(j.folder, "mix-"+mix)
	if err := os.WriteFile(file, b, 0o644); err != nil {
		return 0, err
	}
	samples, err := decode(ctx, file)
	if err != nil {
		return 0, err
	}
	kept, heard, sent := map[int]float64{}, map[int]float64{}, map[int]float64{}
	for i := 0; i+window <= len(samples); i += window {
		for tone := range hear(samples[i:]).tones { // while it fades in, a song is louder
			kept[tone] += windowTime.Seconds()
		}
	}
	first, last := lives[0], lives[len(lives)-1]
	for _, m := range j.moments {
		if m.at.After(first.began) && m.at.Before(last.ended.Add(12*time.Second)) {
			for tone := range m.tones {
				heard[tone] += windowTime.Seconds()
			}
		}
	}
	for _, l := range lives {
		for _, p := range l.parts() {
			sent[p.tone] += p.sent
		}
	}
	for tone, s := range sent {
		short := 0.35 * float64(len(lives)) // s: frames and windows
		if missing := s - kept[tone]; missing > short {
			lacks += missing
			j.fault("%s: the recording has %.2f s of %s; %.2f s were sent, %.2f s heard", stamp(first.began), kept[tone], nameOf(tone), s, heard[tone])
		}
	}
	return lacks, nil
}
