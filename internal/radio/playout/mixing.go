package playout

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/mix"
	"sonora/internal/station"
)

const (
	// ahead is how much sound is made at once when a station starts, so that
	// the first listener gets a burst.
	ahead = 4 * time.Second
	// startTime is how long a starting station hurries to send its first sound.
	startTime = 10 * time.Second
	// maxBlocks limits the blocks made per tick. It allows at least eight times
	// real time.
	maxBlocks = 100
	// maxWait is how long the AutoDJ waits for a slow decoder or encoder.
	// Listeners have buffered a few seconds, so they do not notice a wait, but
	// they would notice a gap.
	maxWait = 4 * time.Second
	// emptyAfter is how long a station may play nothing before it reports that
	// it is off air.
	emptyAfter = 10 * time.Second
	// backAfter is how long a source that was silent must be audible before it
	// is faded in again.
	backAfter = 2 * time.Second
)

// mixing makes the station's sound with a mixer: AutoDJ, live sources, or both.
type mixing struct {
	engine *Engine
	sound  Sound
	mixer  Mixer
	block  []float32
	heard  []mix.Event // of the blocks of this tick
	opened time.Time
	due    time.Time // of the next block
	waits  time.Time // waiting since; zero if it does not wait
	gaps   int64     // blocks that were skipped for lack of time
	meter  meter

	clock   int64    // the mixer's clock, in frames
	splicer *splicer // splicer of the main format

	recent    *recent                       // nil if no format is made on demand
	held      []*mix.Item                   // the items that next returned and the mixer did not give back; used only by next
	until     moment                        // the hard start that cuts the current item off; zero for none
	hardStart time.Time                     // the hard start of the last EndBy; zero for none
	told      time.Time                     // time of the last EndBy
	started   bool                          // whether something has played, so that there was a burst
	choice    *Choice                       // the current AutoDJ item; nil for none
	began     time.Time                     // when it began
	seconds   float64                       // its length
	ends      time.Time                     // when it ends, as reported to the planner
	since     time.Time                     // since when nothing has played
	empty     atomic.Pointer[music.Message] // why there is nothing to play
	fault     string                        // last fault of the planner, as logged; "" for none; used only by next
	failed    error                         // error of the last item, if it could not be played
	input     *liveInput                    // the live source; nil for none
	heir      *liveInput                    // the source that follows once all of input was played; nil for none
}

// openSound makes the mixer the source of all sound. Listeners stay connected.
func (e *Engine) openSound() *mixing {
	sound, err := e.makeSound()
	if err != nil {
		if why := sentence(err); !e.problem.Equal(why) {
			e.problem = why
			e.Keeper.Note(KindError, why)
		}
		return nil
	}
	e.problem = music.Message{}
	now := time.Now()
	m := &mixing{engine: e, sound: sound, block: make([]float32, mix.BlockSamples), opened: now, due: now, since: now, meter: newMeter()}
	next := func(context.Context, mix.Need) *mix.Item { return nil }
	if e.Station.Mode.PlaysLists() {
		next = m.next
	}
	m.mixer = sound.Mix(e.mixOptions(), next)
	e.path = m
	main := e.outs[frame.MP3]
	if main == nil {
		main = e.newOutput(frame.MP3, true)
	}
	m.splicer = &splicer{out: main, mixer: m.mixer, start: func() *encoding { return e.startEncoder(main, sound, nil) }}
	main.encoder, main.isSpliced = m.splicer.start(), true
	m.awaitFrames(now)
	m.remember()
	return m
}

// remember starts to keep the last seconds of sound if formats are made on
// demand.
func (m *mixing) remember() {
	switch isWanted := len(m.engine.Station.Options.Formats) > 0; {
	case !isWanted:
		m.recent = nil
	case m.recent == nil:
		m.recent = newRecent(ahead)
	}
}

func (e *Engine) makeSound() (Sound, error) {
	if e.Sound == nil {
		return nil, errNoSound
	}
	return e.Sound(e.ctx, &e.Station)
}

// mixOptions returns the options of the mixer. A station with more formats
// encodes no items as a whole, because it needs all of its sound anyway.
func (e *Engine) mixOptions() mix.Options {
	o := mix.OptionsOf(e.Station.Options)
	if len(e.Station.Options.Formats) == 0 {
		o.Bitrate = bitrateOf(frame.MP3, e.Station.Bitrate)
	}
	return o
}

// startEncoder starts an encoder for an output. Its stream begins with the
// sound in before.
func (e *Engine) startEncoder(o *output, sound Sound, before []float32) *encoding {
	bitrate := bitrateOf(o.codec, e.Station.Bitrate)
	codec := o.codec
	return startEncoding(e.ctx, before, o.main, func(ctx context.Context) (Encoder, error) {
		return sound.Encode(ctx, codec, bitrate)
	}, func(why string) {
		e.Log.Warn("run encoder failed, restarting", "station", e.id, "codec", codec, "error", why)
		e.Keeper.Note(KindEncoder, music.Say("The encoder of %s ended and was started again.", codecName(codec)))
	})
}

// bitrateOf returns the bitrate of an output. MP3 uses the station's bitrate;
// other codecs need less for the same quality.
func bitrateOf(codec frame.Codec, of int) int {
	if of <= 0 {
		of = 128
	}
	switch codec {
	case frame.AAC:
		return max(48, min(of, 256))
	case frame.Opus:
		return max(48, min(of*3/4, 192))
	default:
		return max(32, min(of, 320))
	}
}

// open starts a format that is made on demand.
func (m *mixing) open(codec frame.Codec) (*output, error) {
	for _, format := range m.engine.Station.Options.Formats {
		if frame.Codec(format) == codec {
			o := m.engine.newOutput(codec, false)
			o.encoder = m.engine.startEncoder(o, m.sound, m.before())
			return o, nil
		}
	}
	return nil, ErrFormat
}

// before returns the recent sound with which a new format starts.
func (m *mixing) before() []float32 {
	if m.recent == nil {
		return nil
	}
	return m.recent.sound()
}

func (m *mixing) pace() time.Duration {
	main := m.engine.outs[frame.MP3]
	isStarting := main != nil && main.hub.Latest() == nil && time.Since(m.opened) < startTime
	if m.input != nil || isStarting {
		return tick
	}
	return listTick
}

func (m *mixing) state() station.State {
	switch {
	case m.input != nil && m.input.isMixed && !m.input.lost.IsZero():
		return station.StateHold
	case m.input != nil && m.input.isMixed:
		return station.StateLive
	case m.choice != nil:
		return station.StateAutoDJ
	case m.input == nil && m.engine.live != nil:
		return station.StateHold // a station without AutoDJ
	}
	return station.StateOff
}

func (m *mixing) tick(now time.Time) {
	gaps := m.gaps
	if behind := now.Sub(m.due); behind > maxCatchUp {
		m.due = now // do not make up for the lost time
		m.gaps += int64(behind / mix.BlockTime)
		m.awaitFrames(now)
	}
	for n := 0; m.due.Before(now) && n < maxBlocks && !m.isToWait(now); n++ {
		m.keepHardStart()
		m.mixBlock()
		m.handOver(now)
	}
	if m.engine.Late != nil && (!m.waits.IsZero() || m.gaps > gaps) {
		m.engine.Late()
	}
	m.events(now)
	m.prepareHardStart()
	m.followInput(now)
	if m.engine.path != m {
		return // the station went off air
	}
	m.splicer.follow(m.clock, m.input == nil && m.recent == nil)
	for _, o := range m.engine.outs {
		if o.encoder == nil || o.main {
			continue
		}
		for f, ok := o.encoder.take(); ok; f, ok = o.encoder.take() {
			o.writer.SetLive(f.live)
			o.write(f.Frame)
		}
	}
	m.watch(now)
	m.watchEncoders(now)
}

// isToWait reports whether the next block should be made later. The AutoDJ
// waits for a slow decoder or encoder; live sources do not.
func (m *mixing) isToWait(now time.Time) bool {
	main := m.engine.outs[frame.MP3]
	isBehind := m.mixer.IsShort() || main != nil && main.encoder != nil && main.encoder.isFull() || m.splicer.isLate(m.clock)
	switch {
	case !isBehind || m.input != nil && m.input.isMixed:
		m.waits = time.Time{}
	case m.waits.IsZero():
		m.waits = now
	}
	return !m.waits.IsZero() && now.Sub(m.waits) < maxWait
}

// mixBlock makes one block. It does not allocate.
func (m *mixing) mixBlock() {
	if m.input != nil {
		m.input.isRead = false
	}
	at := m.clock
	m.clock += mix.BlockFrames
	m.mixer.Read(m.block)
	live := m.source()
	m.heard = append(m.heard, m.mixer.Events()...)
	m.due = m.due.Add(mix.BlockTime)
	if m.mixer.IsPassing() {
		m.meter.pass(m.splicer.level(at))
		return
	}
	m.meter.hear(m.block)
	if m.recent != nil {
		m.recent.keep(m.block)
	}
	m.splicer.hear(m.block, at, live)
	for _, o := range m.engine.outs {
		if o.encoder != nil && !o.main {
			o.encoder.write(m.block, at, live)
		}
	}
}

// source returns the source whose sound is in the current block. A short
// dropout of a source on air counts as its sound.
func (m *mixing) source() *hub.Live {
	t := m.input
	if t == nil {
		return nil
	}
	if isWaitedFor := t.isMixed && t.lost.IsZero() && !t.live.queue.level().ended; !t.isRead && !isWaitedFor {
		return nil
	}
	return m.engine.heard(t.live.ID)
}

// events handles the events of the mixer.
func (m *mixing) events(now time.Time) {
	for _, e := range m.heard {
		c, ok := e.Item.Meta.(*cued)
		if !ok {
			continue
		}
		choice := c.Load()
		switch e.Kind {
		case mix.Started:
			m.begin(choice, e)
		case mix.Ended:
			m.end(choice, now)
		case mix.Failed:
			m.engine.Log.Warn("play track failed", "station", m.engine.id, "track", choice.TrackID, "error", e.Err)
			m.failed = e.Err
			m.engine.Keeper.Missing(choice, whyFailed(e.Err))
		}
	}
	clear(m.heard)
	m.heard = m.heard[:0]
}

func (m *mixing) begin(choice *Choice, e mix.Event) {
	play := m.playOf(choice, e.Seconds)
	m.choice, m.began, m.seconds, m.failed = choice, time.Now(), play.Seconds, nil
	if isFirst := !m.started; isFirst {
		m.began = m.began.Add(-ahead) // the item ends this much earlier, and the next one has to be planned for that time
	}
	m.until.set(m.cutOf(choice))
	m.airs(upTo(play.Seconds, m.began, m.until.get()))
	if !choice.Words.IsZero() {
		m.engine.Keeper.Note(KindDecision, chosen(choice))
	}
	if choice.isQuiet() && m.engine.now != nil {
		return // keep the previous title
	}
	if !m.started {
		m.started = true
		m.due = m.due.Add(-ahead)
	}
	if m.input == nil || !m.input.isMixed {
		m.engine.problem = music.Message{}
		m.engine.began(play)
	}
}

// airs tells the planner for how many seconds the current item is audible.
func (m *mixing) airs(seconds float64) {
	m.ends = m.began.Add(time.Duration(seconds * float64(time.Second)))
	m.engine.Keeper.Aired(m.choice, m.began, seconds)
}

// end is called when an item has ended. It tells the planner if that was early,
// for example because of a live source.
func (m *mixing) end(choice *Choice, now time.Time) {
	if m.choice != choice {
		return
	}
	if m.ends.Sub(now) > time.Second {
		m.airs(now.Sub(m.began).Seconds())
	}
	m.choice, m.since = nil, now
}

func (m *mixing) playOf(c *Choice, seconds float64) Play {
	if seconds == 0 {
		seconds = c.Seconds
	}
	return Play{TrackID: c.TrackID, Artist: c.Artist, Title: c.Title, Source: c.Source, Reason: c.Reason, Seconds: seconds}
}

// chosen returns the log entry on why an item plays.
func chosen(c *Choice) music.Message { return music.Say("“%s”: %s", c.line(), c.Words) }

func (c *Choice) line() string { return station.StreamTitle{Artist: c.Artist, Title: c.Title}.String() }

// playMixed connects a source to the mixer.
func (e *Engine) playMixed(l *live) error {
	m, ok := e.path.(*mixing)
	if !ok {
		if e.path != nil {
			e.path.close()
			e.path = nil
		}
		if m = e.openSound(); m == nil {
			return &music.Error{Code: music.Unavailable, Detail: e.problem}
		}
	}
	if m.input != nil && m.input.isMuted {
		m.closeInput()
	}
	if m.heir != nil {
		m.heir.close()
		m.heir = nil
	}
	t := e.newLiveInput(l, m.sound)
	if m.input != nil {
		m.heir, m.input.limit = t, time.Now().Add(maxEnding)
		return nil
	}
	m.input = t
	return nil
}

// maxEnding is how long a source waits for the end of the previous one, which
// may have filled a queue and a ring buffer.
const maxEnding = 2*maxQueued + jitter

// handOver switches to the next source as soon as the previous one has been
// played to its end.
func (m *mixing) handOver(now time.Time) {
	if t := m.input; m.heir == nil || !t.isMixed || !t.isDone(now) || !m.heir.canFollow(0) {
		return
	}
	m.lose(m.input, now)
	m.input.close()
	m.input, m.heir = m.heir, nil
	m.input.filling.Store(false)
	m.fadeIn(m.input)
}

// lose is called when a source is no longer audible.
func (m *mixing) lose(t *liveInput, now time.Time) {
	if t.lost.IsZero() {
		t.lost = now
		m.engine.noteLoss(station.StateLive)
		if !t.isMixed && m.hasAutoDJ() {
			m.engine.problem = music.Message{} // the AutoDJ plays
		}
	}
}

// followInput follows the state of the live source.
func (m *mixing) followInput(now time.Time) {
	t := m.input
	if t == nil {
		m.letGo(now)
		return
	}
	at := t.live.queue.level()
	if t.isMixed {
		m.retitle(t, now)
	}
	stalled := now.Sub(at.arrived)
	if t.live.told && !at.ended && stalled >= hangAfter {
		t.gap.Store(int64(stalled))
	}
	if at.ended || stalled > time.Second {
		if !t.isLeaving { // have the next track ready when it is needed; the loaded item may no longer be next
			m.mixer.Reload()
			m.mixer.Prepare()
		}
		t.isLeaving = true
	} else {
		t.isLeaving = false
	}
	switch {
	case !t.isMixed:
		switch {
		case t.isReady() && !t.isMuted && stalled < hangAfter && m.canChange():
			m.fadeIn(t)
		case t.isMuted && t.meter.loud >= backAfter:
			t.isMuted = false
		case !t.live.told && stalled >= hangAfter: // nobody ever heard it
			m.lose(t, now)
		}
	case at.ended || stalled >= hangAfter && t.buffered()+at.length <= leaveWith: // a buffer outlasts the waits of a source in bursts
		m.lose(t, now)
	case !t.lost.IsZero() && !t.filling.Load():
		t.lost = time.Time{}
		m.engine.onAir(station.StateLive)
	}
	if t.isMuted {
		m.drain(t)
	}
	m.leave(t, at, now)
}

// canChange reports whether the mixer carries out commands at once. It does not
// while it passes over sound, or while an encoder gets ready to continue a
// body.
func (m *mixing) canChange() bool { return !m.mixer.IsPassing() && !m.mixer.IsShadow() }

// leave ends a source that does not return in time.
func (m *mixing) leave(t *liveInput, at level, now time.Time) {
	hold := time.Duration(m.engine.Station.Options.HoldSeconds * float64(time.Second))
	rest := t.buffered() + at.length
	isLate := now.Sub(at.arrived) >= hold && rest <= leaveWith && (m.heir == nil || !m.heir.canFollow(rest))
	isTooOld := !t.isMixed && !t.isRead && now.Sub(at.arrived) >= hangAfter // to be faded in
	isOver := at.ended && (t.isDone(now) || isTooOld)
	if t.isMixed && m.hasAutoDJ() && (isLate || isOver) {
		m.fadeOut(t)
		m.engine.Keeper.Note(KindDecision, music.Say("The AutoDJ took over."))
	}
	if !isOver && (t.isMixed || t.isRead || !t.isEnding()) { // keep reading it until it is faded out
		if now.Sub(at.arrived) >= maxHang {
			t.live.disconnect(ErrHung)
		}
		return
	}
	m.closeInput()
	switch {
	case m.heir != nil:
		m.input, m.heir = m.heir, nil
	case m.hasAutoDJ():
		m.engine.live = nil
	}
}

// hasAutoDJ reports whether the AutoDJ can take over.
func (m *mixing) hasAutoDJ() bool { return m.engine.Station.Mode.PlaysLists() && m.empty.Load() == nil }

func (m *mixing) fadeIn(t *liveInput) {
	m.mixer.SetLive(t)
	m.meter = newMeter()
	t.isMixed, t.lost = true, time.Time{}
	m.retitle(t, time.Now())
	m.engine.onAir(station.StateLive)
}

func (m *mixing) retitle(t *liveInput, now time.Time) {
	if title, ok := t.titled(now); ok {
		m.engine.titled(title, station.StateLive)
	}
}

// fadeOut returns to the AutoDJ. Without one, the station continues to show why
// it is silent.
func (m *mixing) fadeOut(t *liveInput) {
	m.mixer.ClearLive()
	t.isMixed, t.lost = false, time.Time{}
	m.since = time.Now() // the AutoDJ had no chance to play before
	if m.hasAutoDJ() {
		m.engine.problem = music.Message{}
	}
}

// closeInput disconnects the live source from the mixer.
func (m *mixing) closeInput() {
	if m.input.isMixed {
		m.fadeOut(m.input)
	}
	m.input.close()
	m.input = nil
}

// letGo takes a station without AutoDJ off air some time after its source has
// left, or at once if nobody ever heard it.
func (m *mixing) letGo(now time.Time) {
	if m.engine.Station.Mode.PlaysLists() || m.engine.live == nil {
		return
	}
	why := sourceLost
	if m.engine.now != nil {
		why = sourceGone
		if now.Sub(m.engine.live.queue.level().arrived) < maxHold {
			return
		}
	}
	m.engine.live = nil
	m.engine.off(why)
}

// drain consumes the sound of a muted source in real time.
func (m *mixing) drain(t *liveInput) {
	for range int(tick / mix.BlockTime) {
		t.Read(m.block)
	}
}

var sourceSilent = music.Say("The source is silent.")

// silence returns the log entry of a source that is silent.
func silence(d time.Duration, who music.Message) music.Message {
	return music.Say("Silence for %d seconds from %s.", int(d.Seconds()), who)
}

// watch detects silence.
func (m *mixing) watch(now time.Time) {
	maxSilence := time.Duration(m.engine.Station.Options.SilenceSeconds) * time.Second
	if m.choice == nil && (m.input == nil || !m.input.isMixed) {
		m.meter.quiet = 0
		m.watchEmpty(now)
		return
	}
	if m.engine.problem.Is(sourceSilent) && m.meter.loud > 0 {
		m.engine.problem = music.Message{}
	}
	if m.meter.quiet < max(maxSilence, time.Second) {
		return
	}
	m.meter.quiet = 0
	switch {
	case m.input != nil && m.input.isMixed && m.hasAutoDJ():
		t := m.input
		t.isMuted, t.meter = true, newMeter()
		m.fadeOut(t)
		m.engine.Keeper.Alert(KindSilence, music.Say("Silence for %d seconds from %s; the AutoDJ took over.", int(maxSilence.Seconds()), t.live.whom()))
	case m.engine.problem.Is(sourceSilent): // it is already reported
	case m.input != nil && m.input.isMixed:
		m.engine.problem = sourceSilent
		m.engine.Keeper.Alert(KindSilence, silence(maxSilence, m.input.live.whom()))
	default:
		m.engine.Keeper.Alert(KindSilence, music.Say("Silence for %d seconds; “%s” was skipped.", int(maxSilence.Seconds()), m.choice.line()))
		m.skip()
	}
}

// skip ends the current item now. It requests the next item again, because the
// plan may have another one for this time than for the end of the current item.
func (m *mixing) skip() {
	m.mixer.Skip()
	m.mixer.Reload()
}

// watchEmpty reports why nothing plays.
func (m *mixing) watchEmpty(now time.Time) {
	if !m.engine.Station.Mode.PlaysLists() || now.Sub(m.since) < emptyAfter {
		return
	}
	why := m.whyEmpty()
	if m.engine.problem.Equal(why) {
		return
	}
	m.engine.problem = why
	if m.engine.now != nil {
		m.engine.now = nil
		m.engine.Keeper.Ended(now)
	}
	m.engine.Keeper.Alert(KindError, music.Say("The station is silent. %s", why))
}

// whyEmpty returns why nothing plays.
func (m *mixing) whyEmpty() music.Message {
	known := m.empty.Load()
	switch {
	case known != nil:
		return *known
	case m.failed != nil && !errors.Is(m.failed, mix.ErrSlow):
		return music.Say("The last songs could not be played.")
	default: // an item is being requested or loaded
		return music.Say("The next song is not ready: the storage, ffmpeg or CPU is slow.")
	}
}

func (m *mixing) measure(h *Health) {
	h.Source, h.Level, h.Underruns = music.Say("lists"), max(m.meter.level, Silent+1), m.mixer.Figures().Underruns+m.gaps
	h.Restarts = int(m.splicer.restarts)
	h.Underruns += m.splicer.lost
	for _, o := range m.engine.outs {
		if o.encoder != nil {
			h.Restarts += int(o.encoder.restarts.Load())
			h.Underruns += o.encoder.lost.Load()
		}
	}
	if t := m.input; t != nil {
		h.Buffer, h.Jitter = t.buffered()+t.live.queue.level().length, jitter
		if t.isMixed {
			h.Source = t.live.describe()
		}
	}
}

func (m *mixing) close() {
	for _, t := range []*liveInput{m.input, m.heir} {
		if t != nil {
			t.close()
		}
	}
	m.input, m.heir = nil, nil
	m.mixer.Close()
	m.splicer.close()
	for _, o := range m.engine.outs {
		if o.encoder != nil {
			o.encoder.close()
			o.encoder = nil
		}
	}
}

// encodeAgain restarts the encoders after the bitrate changed.
func (m *mixing) encodeAgain() {
	m.splicer.again()
	for _, o := range m.engine.outs {
		if o.encoder != nil && !o.main {
			o.encoder.close()
			o.encoder = m.engine.startEncoder(o, m.sound, nil)
		}
	}
}
