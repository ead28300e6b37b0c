package mix

import (
	"context"

	"sonora/internal/djmix"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
)

type adminMixesInput struct {
	edge.Paging
	Text       string `query:"q" maxLength:"500" doc:"Words in the title, the name of the DJ or the genre; case and accents do not matter."`
	Genre      string `query:"genre" maxLength:"100" doc:"Only mixes of this genre, as it is written."`
	Category   string `query:"category" maxLength:"100" doc:"Only mixes of this category, as it is written."`
	Status     string `query:"status" enum:"active,inactive" doc:"Whether anyone but operators sees them; all if omitted."`
	Visibility string `query:"visibility" enum:"public,private" doc:"Whether visitors see them while they are active; all if omitted."`
	Sort       string `query:"sort" enum:"created,-created,title,-title,category,-category,bpm,-bpm,duration,-duration,size,-size,plays,-plays,likes,-likes,status,-status" default:"-created" doc:"A column, with a minus for the other direction. The order in which mixes were added decides between equal values."`
}

func (a *API) adminMixes(ctx context.Context, in *adminMixesInput) (*edge.PageOf[adminMixJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.MixTable(ctx, djmix.Table{
		Text: in.Text, Genre: in.Genre, Category: in.Category, Sort: djmix.TableSort(in.Sort),
		IsActive: edge.Either(in.Status, "active"), IsPublic: edge.Either(in.Visibility, "public"),
	}, page)
	if err != nil {
		return nil, err
	}
	in.ByPosition()
	return edge.Answer(&in.Paging, list, encodeAdminMix), nil
}

type mixSummaryJSON struct {
	Total      int               `json:"total" doc:"Number of mixes."`
	Active     int               `json:"active" doc:"Number of those that are active."`
	Plays      int64             `json:"plays" doc:"How often they have been played, all together."`
	FileSize   scalar.Hundredths `json:"fileSize" doc:"MB that their files take."`
	Genres     []string          `json:"genres" nullable:"false" doc:"Their genres, as they are written."`
	Categories []string          `json:"categories" nullable:"false" doc:"Their categories, as they are written."`
}

func (a *API) mixSummary(ctx context.Context, _ *struct{}) (*edge.Body[mixSummaryJSON], error) {
	sum, err := a.Store.MixSummary(ctx)
	return edge.Encoded(sum, err, func(s *djmix.Summary) mixSummaryJSON {
		return mixSummaryJSON{s.Total, s.Active, s.Plays, scalar.InMegabytes(s.Bytes), s.Genres, s.Categories}
	})
}

type changeMixesInput struct {
	Body struct {
		IDs    []string `json:"ids" minItems:"1" maxItems:"1000" doc:"IDs of the mixes."`
		Action string   `json:"action" enum:"activate,deactivate,show,hide,delete" doc:"activate: listeners see them. deactivate: only operators do. show: visitors see them while they are active. hide: only members do. delete: delete them."`
	}
}

func (a *API) changeMixes(ctx context.Context, in *changeMixesInput) (*edge.Body[edge.Bulk], error) {
	v := edge.Viewer(ctx)
	return a.edge.Each(ctx, in.Body.IDs, func(id string) (changed bool, err error) {
		if in.Body.Action == "delete" {
			return true, a.Mixes.Withdraw(ctx, v, id)
		}
		_, err = a.Uploads.ChangeMix(ctx, v, id, func(m *music.Mix) {
			before := *m
			switch in.Body.Action {
			case "activate", "deactivate":
				m.IsActive = in.Body.Action == "activate"
			default:
				m.IsPublic = in.Body.Action == "show"
			}
			changed = m.IsActive != before.IsActive || m.IsPublic != before.IsPublic
		})
		return changed, err
	})
}
