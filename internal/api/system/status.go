package system

import (
	"context"
	"time"

	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
	"sonora/internal/operator"
	"sonora/internal/vitals"
	"sonora/internal/words"
)

type serverStatusJSON struct {
	Version   string    `json:"version" doc:"Version of the program."`
	StartedAt edge.Time `json:"startedAt" doc:"When this server started."`

	Degraded []brokenPartJSON    `json:"degraded" nullable:"false" doc:"Parts that do not work while the rest of the server does."`
	Database databaseReadingJSON `json:"database" doc:"The database."`
	CPU      processorJSON       `json:"cpu" doc:"The processors of the machine."`
	Memory   *int64              `json:"memory" doc:"Resident memory of this server in bytes; null if unknown."`
	Disks    []diskJSON          `json:"disks" nullable:"false" doc:"The disks that hold the folders of this server."`
	Jobs     jobFiguresJSON      `json:"jobs" doc:"Background jobs of all servers."`
	Stations stationReadingJSON  `json:"stations" doc:"Radio stations."`

	History []readingJSON `json:"history" nullable:"false" doc:"The last hour, a moment per minute, oldest first."`
}

type brokenPartJSON struct {
	Part   string `json:"part" doc:"The part that does not work."`
	Detail string `json:"detail" doc:"Why, in one sentence."`
}

type databaseReadingJSON struct {
	Engine      string             `json:"engine" enum:"sqlite,postgres" doc:"The database's program."`
	Health      scalar.Tenths      `json:"health" doc:"Percentage of the checks of the last hour, one every ten seconds, that the database answered within two seconds."`
	AnswerMilli *scalar.Hundredths `json:"answerMs" doc:"Milliseconds that it took to answer the latest check; null if it did not."`
}

type processorJSON struct {
	Percent    *scalar.Tenths `json:"percent" doc:"Percentage of all processors in use, over the last ten seconds; null if unknown."`
	Server     *scalar.Tenths `json:"server" doc:"The part of that which this server uses; null if unknown."`
	Processors int            `json:"processors" doc:"Number of processors."`
}

type diskJSON struct {
	Holds []string `json:"holds" nullable:"false" doc:"What is on the disk: data, media, music."`
	Free  int64    `json:"free" doc:"Bytes that the server may still write."`
	Total int64    `json:"total" doc:"Size in bytes."`

	FullAt edge.TimeOrNull `json:"fullAt" doc:"When it will be full if it goes on filling up as in the last weeks; null if that is not known or years away."`
}

type jobFiguresJSON struct {
	Waiting int `json:"waiting" doc:"Jobs in the queue."`
	Running int `json:"running" doc:"Jobs that run now."`
	Failed  int `json:"failed" doc:"Jobs that failed in the last 24 hours."`
}

type stationReadingJSON struct {
	Total     int `json:"total" doc:"Number of stations."`
	OnAir     int `json:"onAir" doc:"Stations that listeners can hear."`
	Listeners int `json:"listeners" doc:"People who listen to a station now."`

	Interrupted []interruptionJSON `json:"interrupted" nullable:"false" doc:"Stations that have lost their source or have another problem."`
}

type interruptionJSON struct {
	ID      string `json:"id" doc:"ID of the station."`
	Name    string `json:"name" doc:"Its name."`
	Problem string `json:"problem" doc:"What is wrong, in one sentence; empty if it has lost its source."`
}

type readingJSON struct {
	At          edge.Time          `json:"at" doc:"When it was measured."`
	CPU         *scalar.Tenths     `json:"cpu" doc:"Percentage of all processors in use; null if unknown."`
	AnswerMilli *scalar.Hundredths `json:"answerMs" doc:"Milliseconds that the database took to answer; null if it did not."`
}

// historyStep is how many samples apart the moments of the history are.
const historyStep = 6

func (a *API) status(ctx context.Context, _ *struct{}) (*edge.Body[serverStatusJSON], error) {
	status, err := a.operator.Status(ctx)
	return edge.Encoded(status, err, func(s *operator.Status) serverStatusJSON { return a.encode(music.LanguageOf(ctx), s) })
}

func (a *API) encode(language string, s *operator.Status) serverStatusJSON {
	latest := s.Vitals.Latest()
	out := serverStatusJSON{
		Version: a.version, StartedAt: edge.Time(s.Vitals.Started),
		Degraded: edge.EncodeAll(s.Faults, func(f *music.Fault) brokenPartJSON { return brokenPartJSON{f.Part, words.Render(language, f.Says)} }),
		Database: databaseReadingJSON{s.Engine, scalar.InTenths(100 * s.Vitals.Availability()), millisOf(latest.Answer)},
		CPU:      processorJSON{percentOf(latest.Processor), percentOf(latest.Server), s.Vitals.Processors},
		Disks:    edge.EncodeAll(s.Vitals.Disks, encodeDisk),
		Jobs:     jobFiguresJSON{s.Jobs.Waiting, s.Jobs.Running, s.Jobs.Failed},
		Stations: stationReadingJSON{s.Stations, s.OnAir, s.Listeners, encodeInterruptions(language, s.Interrupted)},
		History:  []readingJSON{},
	}
	if latest.Memory > 0 {
		out.Memory = &latest.Memory
	}
	for i := (len(s.Vitals.Samples) - 1) % historyStep; i >= 0 && i < len(s.Vitals.Samples); i += historyStep {
		one := s.Vitals.Samples[i]
		out.History = append(out.History, readingJSON{edge.Time(one.At), percentOf(one.Processor), millisOf(one.Answer)})
	}
	return out
}

func encodeInterruptions(language string, list []operator.Interruption) []interruptionJSON {
	return edge.EncodeAll(list, func(x *operator.Interruption) interruptionJSON {
		return interruptionJSON{x.Station.ID, x.Station.Name, words.Render(language, x.Problem)}
	})
}

func encodeDisk(d *vitals.Disk) diskJSON {
	return diskJSON{edge.EncodeAll(d.Folders, func(f *vitals.Folder) string { return f.Holds }), d.Free, d.Total, edge.TimeOrNull(d.FullAt)}
}

// percentOf returns a share as a percentage; nil if it is unknown.
func percentOf(share float64) *scalar.Tenths {
	if share < 0 {
		return nil
	}
	percent := scalar.InTenths(100 * share)
	return &percent
}

// millisOf returns a time in milliseconds; nil if there was no answer.
func millisOf(d time.Duration) *scalar.Hundredths {
	if d < 0 {
		return nil
	}
	ms := scalar.InHundredths(float64(d) / float64(time.Millisecond))
	return &ms
}
