package mix

// orders carries out the commands since the last block.
func (m *Mixer) orders() {
	if !m.followLive() {
		m.followSkip()
	}
}

// followLive carries out changes of the live source. It reports whether a
// source is live or has just left.
func (m *Mixer) followLive() bool {
	order := m.liveOrder.Load()
	switch {
	case order == m.live:
		m.since = 0
		return m.live != nil
	case order != nil:
		m.leave(m.live)
		m.live = order
		m.fadeDecks(liveFade)
		m.join(feeding{feed: order, in: fade{length: liveFade}})
		m.poke()
	case m.next.Load() != nil || m.since >= maxWait:
		m.leave(m.live)
		m.live, m.since = nil, 0
		m.startNext(fade{length: liveFade}, Cut)
	default:
		m.since += BlockFrames
		m.poke()
	}
	return true
}

func (m *Mixer) followSkip() {
	asked := m.skips.Load()
	if asked == 0 {
		return
	}
	if m.current.Load() == nil {
		m.skips.Store(0) // nothing to skip, because the next item starts by itself
		m.waited = 0
		return
	}
	if m.reload.Load() || m.next.Load() == nil && m.waited < maxWait {
		m.waited += BlockFrames
		return
	}
	m.skips.Store(0)
	m.waited = 0
	m.fadeDecks(skipFade)
	m.startNext(fade{length: skipFade}, Cut)
}

// fadeDecks fades out all decks.
func (m *Mixer) fadeDecks(length int64) {
	for i := range m.decks {
		m.decks[i].fadeOut(fade{length: length, falls: true}, 0)
	}
	m.current.Store(nil)
	m.planned.Store(nil)
}

func (m *Mixer) join(f feeding) {
	if len(m.feeds) == cap(m.feeds) {
		m.feeds = append(m.feeds[:0], m.feeds[1:]...)
	}
	m.feeds = append(m.feeds, f)
}

// leave fades out a feed.
func (m *Mixer) leave(of *feed) {
	for i := range m.feeds {
		if f := &m.feeds[i]; f.feed == of && !f.leaving {
			f.leaving, f.out = true, fade{wait: f.at, length: liveFade, falls: true}
		}
	}
}
