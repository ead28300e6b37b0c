package mix

import (
	"log/slog"
	"testing"

	"sonora/internal/dsp"
	"sonora/internal/testkit/wave"
)

// loaded returns a mixer that plays a number of endless decks.
func loaded(count int) (m *Mixer, again func()) {
	m = &Mixer{
		log: slog.New(slog.DiscardHandler), wake: make(chan struct{}, 1), failures: make(chan Event, 8), unused: make(chan *deck, 16),
		decks: make([]playing, 0, maxDecks), duck: 1, events: make([]Event, 0, 16), limiter: dsp.NewLimiter(ceilingDB),
	}
	m.options.Store(&Options{Duck: 14})
	sound := make([]float32, int(deckBuffer.Seconds())*Rate*Channels)
	for i, v := 0, wave.Noise(-14); i < len(sound); i++ {
		sound[i] = float32(v(0))
	}
	for range count {
		d := &deck{item: &Item{Kind: Music}, gain: 0.9, length: 1 << 40}
		d.spool.Store(&spool{ring: NewRing(deckBuffer)})
		m.start(playing{deck: d, in: fade{length: 1 << 20}}, NoJoin)
	}
	again = func() {
		for _, p := range m.decks {
			p.deck.ring().reset()
			p.deck.ring().TryWrite(sound)
		}
	}
	again()
	return m, again
}

func TestReadAllocatesNothing(t *testing.T) {
	m, _ := loaded(2)
	block := make([]float32, BlockSamples)
	if n := testing.AllocsPerRun(500, func() { m.Read(block) }); n > 0 {
		t.Errorf("%v allocations for each block", n)
	}
}

// BenchmarkRead reads blocks of 20 ms: 60 µs are 0.3 % of a core.
func BenchmarkRead(b *testing.B) {
	for name, decks := range map[string]int{"one deck": 1, "crossfade": 2} {
		b.Run(name, func(b *testing.B) {
			m, again := loaded(decks)
			block := make([]float32, BlockSamples)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if i%700 == 699 {
					b.StopTimer()
					again()
					b.StartTimer()
				}
				m.Read(block)
			}
		})
	}
}
