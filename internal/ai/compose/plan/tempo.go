package plan

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/style"
)

// tempo takes the tempo that was asked for or that of the track, or draws one of the style.
func (m *maker) tempo() {
	w, t := m.wish, m.style.Tempo
	if w.BPM == 0 {
		m.plan.BPM = math.Round(clamp(m.usualTempo(), minBPM, maxBPM))
		return
	}
	bpm := w.BPM
	switch {
	case bpm > maxBPM*2 || bpm < minBPM:
		bpm = clamp(bpm, minBPM, maxBPM)
		m.doubt("tempo", m.said("tempo", text(w.BPM)), "clamped")
	case (bpm > t.High*1.6 || bpm > maxBPM) && bpm/2 >= minBPM:
		bpm /= 2
		m.doubt("tempo", m.said("tempo", text(w.BPM)), "halved")
	}
	if w.Pace < 0 && w.BPM > min(t.High, t.Typical*unlikePace) || w.Pace > 0 && w.BPM < max(t.Low, t.Typical/unlikePace) {
		m.doubt("tempo", m.paceWords(), "number")
	}
	m.plan.BPM = round(bpm, 0.1)
}

// unlikePace is how many times as fast as usual a tempo is that cannot be called slow.
const unlikePace = 1.1

// paceWords returns the words of the prompt that say how fast, without a number.
func (m *maker) paceWords() string {
	for _, r := range m.wish.Readings {
		if r.What == "tempo" && r.Value == r.Words {
			return r.Words
		}
	}
	return m.said("tempo")
}

func (m *maker) usualTempo() float64 {
	t := m.style.Tempo
	if usual := m.wish.UsualBPM; usual != 0 {
		t = style.Range{Low: usual * 0.95, Typical: usual, High: usual * 1.05}
	}
	if m.like.BPM != 0 && m.wish.Pace == 0 {
		return m.like.tempo(m.style) * (1 + float64(0.125*float64(m.wish.Faster)))
	}
	switch cmp.Or(m.wish.Pace, m.wish.Times, m.wish.Faster) {
	case -2:
		return t.Low * 0.92
	case -1:
		return t.Low + float64(0.1*(t.Typical-t.Low))
	case 1:
		return t.High - float64(0.1*(t.High-t.Typical))
	case 2:
		return t.High * 1.08
	}
	feeling, _ := m.feeling()
	at := clamp(float64(0.5*feeling.Arousal)+float64(0.3*dice.Normal(m.dice("tempo"))), -0.9, 0.9)
	if at < 0 {
		return t.Typical + float64(at*(t.Typical-t.Low))
	}
	return t.Typical + float64(at*(t.High-t.Typical))
}

// metre says if the style has another metre than the one that was asked for, or one that is not
// wanted.
func (m *maker) metre() {
	has := m.plan.metre()
	if m.wish.Metre != "" && m.wish.Metre != has {
		m.doubt("metre", m.wish.Metre, "ignored")
	}
	if slices.Contains(m.wish.NotMetres, has) {
		m.doubt("metre", m.said("without", has), "ignored")
	}
}

// metre returns the metre of the plan: "4/4".
func (p *Plan) metre() string { return strconv.Itoa(p.Beats) + "/4" }

// straighten leaves out the swing where none is wanted.
func (m *maker) straighten() {
	if m.wish.Straight {
		m.plan.Swing = even
	}
}

// even is the swing of music that does not swing.
const even = 0.5

// tempo plays the same bars faster or slower. A step is an eighth.
func (e *editor) tempo() {
	from := e.plan.BPM
	pace := e.wish.Faster
	if pace == 0 {
		pace = e.wish.Pace
	}
	switch {
	case e.wish.BPM != 0:
		e.plan.BPM = round(clamp(e.wish.BPM, minBPM, maxBPM), 0.1)
		if e.plan.BPM != round(e.wish.BPM, 0.1) {
			e.doubt("tempo", e.said("tempo", text(e.wish.BPM)), "clamped")
		}
	case e.wish.BPMBy != 0:
		e.tempoTo(from + e.wish.BPMBy)
	case e.wish.Percent != 0:
		e.tempoTo(from * (1 + e.wish.Percent/100))
	case e.wish.Times > 0:
		e.tempoTo(from * 2)
	case e.wish.Times < 0:
		e.tempoTo(from / 2)
	case pace > 0:
		e.plan.BPM = min(math.Round(from*(1+float64(0.125*float64(pace)))), maxBPM)
	case pace < 0:
		e.plan.BPM = max(math.Round(from/(1-float64(0.125*float64(pace)))), minBPM)
	}
	if e.plan.BPM == from && e.wish.BPM == from {
		e.doubt("tempo", e.said("tempo", text(e.wish.BPM)), "already")
	}
	e.changed("tempo", text(from), text(e.plan.BPM))
}

// tempoTo sets the tempo, as far as the composer can.
func (e *editor) tempoTo(wanted float64) {
	e.plan.BPM = round(clamp(wanted, minBPM, maxBPM), 0.1)
	if e.plan.BPM != round(wanted, 0.1) {
		e.doubt("tempo", e.said("tempo"), "clamped")
	}
}

// swing gives a piece that was straightened the swing of its style again.
func (e *editor) swing() {
	if !e.wish.Swung || !e.plan.Straightened() {
		return
	}
	from := e.plan.Swing
	e.plan.Swing, e.wish.Style, e.wish.Again = e.style.Swing, "", false
	e.changed("swing", text(from), text(e.plan.Swing))
}

// straighten leaves out the swing where none is wanted.
func (e *editor) straighten() {
	from := e.plan.Swing
	e.maker.straighten()
	e.changed("swing", text(from), text(e.plan.Swing))
}
