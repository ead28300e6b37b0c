package radio

import (
	"context"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/station"
)

// Notifier delivers notifications; *notify.Service implements it.
type Notifier interface {
	Notify(ctx context.Context, notices ...notice.Notification) error
}

// maxAlerted limits how many operators are notified of a station in trouble.
const maxAlerted = 50

// alert notifies the operators and the owner of a station in trouble.
func (s *Service) alert(ctx context.Context, m *station.Station, problem music.Message) {
	ids, err := s.Store.OperatorIDs(ctx, maxAlerted)
	if err != nil {
		s.Log.Error("notify operators of a station in trouble failed", "station", m.ID, "error", err)
		return
	}
	if m.OwnerID != "" && !slices.Contains(ids, m.OwnerID) {
		ids = append(ids, m.OwnerID)
	}
	notices := make([]notice.Notification, 0, len(ids))
	for _, id := range ids {
		notices = append(notices, notice.Notification{
			AccountID: id, Kind: notice.NoticeStationTrouble, Topic: "station-trouble:" + m.ID,
			Data: notice.Data{Who: m.Name, What: problem.Encode()}, Link: "/radios/" + m.ID, CreatedAt: time.Now(),
		})
	}
	if err := s.Notifier.Notify(ctx, notices...); err != nil {
		s.Log.Error("notify operators of a station in trouble failed", "station", m.ID, "error", err)
	}
}
