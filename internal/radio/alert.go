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

// Operators are told of stations; *alerting.Service implements it.
type Operators interface {
	StationMade(ctx context.Context, st *station.Station)
	StationInTrouble(ctx context.Context, st *station.Station, problem music.Message)
	StationWell(ctx context.Context, id string)
}

// maxAlerted limits how many operators are notified of a station in trouble.
const maxAlerted = 50

// alert notifies the operators and the owner of a station in trouble.
func (s *Service) alert(ctx context.Context, st *station.Station, problem music.Message) {
	ids, err := s.Store.OperatorIDs(ctx, maxAlerted)
	if err != nil {
		s.Log.Error("list operators failed", "station", st.ID, "error", err)
		return
	}
	if st.OwnerID != "" && !slices.Contains(ids, st.OwnerID) {
		ids = append(ids, st.OwnerID)
	}
	notices := make([]notice.Notification, 0, len(ids))
	for _, id := range ids {
		notices = append(notices, notice.Notification{
			AccountID: id, Kind: notice.NoticeStationTrouble, Topic: "station-trouble:" + st.ID,
			Data: notice.Data{Who: st.Name, What: problem.Encode()}, Link: "/radios/" + st.ID, CreatedAt: time.Now(),
		})
	}
	if err := s.Notifier.Notify(ctx, notices...); err != nil {
		s.Log.Error("notify operators of a station in trouble failed", "station", st.ID, "error", err)
	}
}
