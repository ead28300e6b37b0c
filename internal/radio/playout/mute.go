package playout

import (
	"time"

	"sonora/internal/music"
)

// mute returns why listeners of an output hear nothing although there is sound.
func (o *output) mute() music.Message {
	return music.Say("The encoder of %s sends nothing: ffmpeg or CPU is slow.", codecName(o.codec))
}

// awaitFrames gives all encoders new time to send a frame.
func (m *mixing) awaitFrames(now time.Time) {
	for _, o := range m.engine.outs {
		o.sent = now
	}
}

// watchEncoders reports encoders that send nothing while something plays.
// Encoders are restarted, so it also reports when one sends again.
func (m *mixing) watchEncoders(now time.Time) {
	isHeard := m.choice != nil || m.input != nil && m.input.isMixed
	for _, o := range m.engine.outs {
		isLate := now.Sub(o.sent) >= emptyAfter
		if o.isMute && !isLate {
			o.isMute = false
			m.engine.Keeper.Note(KindEncoder, music.Say("The encoder of %s works again.", codecName(o.codec)))
			if o.main && m.engine.problem.Equal(o.mute()) {
				m.engine.problem = music.Message{}
			}
		}
		if !isLate || !isHeard {
			continue
		}
		if o.main {
			m.engine.problem = o.mute()
		}
		if !o.isMute {
			o.isMute = true
			m.engine.Keeper.Alert(KindEncoder, music.Say("The station is silent. %s", o.mute()))
		}
	}
}
