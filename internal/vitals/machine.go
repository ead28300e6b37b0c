package vitals

import (
	"github.com/prometheus/procfs"
)

// machine reads the processor time of the machine and of this process from /proc.
// Other systems than Linux have none: there the values are unknown.
type machine struct {
	busy, total, own float64 // seconds of all processors, at the sample before
}

// sample returns what was used since the sample before. The first one covers the time
// since the machine started.
func (m *machine) sample() Sample {
	unknown := Sample{Processor: -1, Server: -1}
	fs, err := procfs.NewDefaultFS()
	if err != nil {
		return unknown
	}
	stat, err := fs.Stat()
	if err != nil {
		return unknown
	}
	self, err := fs.Self()
	if err != nil {
		return unknown
	}
	process, err := self.Stat()
	if err != nil {
		return unknown
	}
	was := *m
	t := stat.CPUTotal
	m.busy = t.User + t.Nice + t.System + t.IRQ + t.SoftIRQ + t.Steal // User contains Guest
	m.total = m.busy + t.Idle + t.Iowait
	m.own = process.CPUTime()
	out := Sample{Processor: -1, Server: -1, Memory: int64(process.ResidentMemory())}
	if passed := m.total - was.total; passed > 0 {
		out.Processor = share(m.busy-was.busy, passed)
		out.Server = share(m.own-was.own, passed)
	}
	return out
}

func share(part, whole float64) float64 { return min(max(part/whole, 0), 1) }
