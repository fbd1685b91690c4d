/* The supervisor functions that the overseer leaves: lists of every type, what needs eyes, older names, and other worlds.
 * It opens its world again, then another one, and quits there. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <webots/robot.h>
#include <webots/supervisor.h>
#include "check.h"

static WbFieldRef list(const char *name) {
  return wb_supervisor_node_get_field(wb_supervisor_node_get_from_def("LISTS"), name);
}

static int equal(const double *a, const double *b, int count) {
  for (int i = 0; a && i < count; ++i)
    if (fabs(a[i] - b[i]) > 1e-9)
      return 0;
  return a != NULL;
}

/* Inserts an item in front, changes what was the only one, and takes the new one away again. */
#define LIST(type, name, new_item, new_value, is_new, is_changed, is_old)  \
  do {                                                                     \
    WbFieldRef field = list(name);                                         \
    CHECK(wb_supervisor_field_get_count(field) == 1);                      \
    CHECK(is_old(wb_supervisor_field_get_mf_##type(field, 0)));            \
    wb_supervisor_field_insert_mf_##type(field, 0, new_item);              \
    CHECK(wb_supervisor_field_get_count(field) == 2);                      \
    CHECK(is_new(wb_supervisor_field_get_mf_##type(field, 0)));            \
    wb_supervisor_field_set_mf_##type(field, -1, new_value);               \
    wb_robot_step(32);                                                     \
    CHECK(is_changed(wb_supervisor_field_get_mf_##type(field, 1)));        \
    wb_supervisor_field_remove_mf(field, 0);                               \
    CHECK(wb_supervisor_field_get_count(field) == 1);                      \
    CHECK(is_changed(wb_supervisor_field_get_mf_##type(field, 0)));        \
  } while (0)

static const double OLD_PAIR[2] = {1, 2}, NEW_PAIR[2] = {3, 4}, CHANGED_PAIR[2] = {5, 6};
static const double OLD_POINT[3] = {1, 2, 3}, NEW_POINT[3] = {4, 5, 6}, CHANGED_POINT[3] = {7, 8, 9};
static const double OLD_TURN[4] = {0, 0, 1, 1}, NEW_TURN[4] = {1, 0, 0, 0.5}, CHANGED_TURN[4] = {0, 1, 0, 0.25};
static const double OLD_COLOUR[3] = {1, 0, 0}, NEW_COLOUR[3] = {0, 1, 0}, CHANGED_COLOUR[3] = {0, 0, 1};

#define IS(value, expected) ((value) == (expected))
#define ITSELF(value) (value)
#define NOT(value) (!(value))
#define IS_ONE(value) IS(value, 1)
#define IS_TWO(value) IS(value, 2)
#define IS_THREE(value) IS(value, 3)
#define IS_HALF(value) IS(value, 0.5)
#define IS_OLD_PAIR(value) equal(value, OLD_PAIR, 2)
#define IS_NEW_PAIR(value) equal(value, NEW_PAIR, 2)
#define IS_CHANGED_PAIR(value) equal(value, CHANGED_PAIR, 2)
#define IS_OLD_POINT(value) equal(value, OLD_POINT, 3)
#define IS_NEW_POINT(value) equal(value, NEW_POINT, 3)
#define IS_CHANGED_POINT(value) equal(value, CHANGED_POINT, 3)
#define IS_OLD_TURN(value) equal(value, OLD_TURN, 4)
#define IS_NEW_TURN(value) equal(value, NEW_TURN, 4)
#define IS_CHANGED_TURN(value) equal(value, CHANGED_TURN, 4)
#define IS_OLD_COLOUR(value) equal(value, OLD_COLOUR, 3)
#define IS_NEW_COLOUR(value) equal(value, NEW_COLOUR, 3)
#define IS_CHANGED_COLOUR(value) equal(value, CHANGED_COLOUR, 3)
#define SAYS_ONE(value) (!strcmp(value, "one"))
#define SAYS_TWO(value) (!strcmp(value, "two"))
#define SAYS_THREE(value) (!strcmp(value, "three"))

static void lists(void) {
  LIST(bool, "bools", 0, 0, NOT, NOT, ITSELF);
  LIST(int32, "integers", 2, 3, IS_TWO, IS_THREE, IS_ONE);
  LIST(float, "floats", 2, 3, IS_TWO, IS_THREE, IS_HALF);
  LIST(vec2f, "pairs", NEW_PAIR, CHANGED_PAIR, IS_NEW_PAIR, IS_CHANGED_PAIR, IS_OLD_PAIR);
  LIST(vec3f, "points", NEW_POINT, CHANGED_POINT, IS_NEW_POINT, IS_CHANGED_POINT, IS_OLD_POINT);
  LIST(rotation, "turns", NEW_TURN, CHANGED_TURN, IS_NEW_TURN, IS_CHANGED_TURN, IS_OLD_TURN);
  LIST(color, "colours", NEW_COLOUR, CHANGED_COLOUR, IS_NEW_COLOUR, IS_CHANGED_COLOUR, IS_OLD_COLOUR);
  LIST(string, "words", "two", "three", SAYS_TWO, SAYS_THREE, SAYS_ONE);
  CHECK(!strcmp(wb_supervisor_field_get_type_name(list("turns")), "MFRotation"));
  CHECK(wb_supervisor_node_get_proto_field_by_index(wb_supervisor_node_get_from_def("LISTS"), 0) != NULL);
}

/* Waits until the movie is saved; the encoder needs no steps. */
static void wait_for_movie(void) {
  for (int i = 0; i < 6000 && !wb_supervisor_movie_is_ready(); ++i)
    usleep(10000);
}

static void movies(void) {
  CHECK(wb_supervisor_movie_is_ready() && !wb_supervisor_movie_failed());
  wb_supervisor_movie_start_recording("film.mp4", 64, 48, 0, 90, 1, 0);
  CHECK(!wb_supervisor_movie_is_ready() && !wb_supervisor_movie_failed());
  for (int i = 0; i < 6; ++i)
    wb_robot_step(32);
  CHECK(!wb_supervisor_movie_is_ready());
  wb_supervisor_movie_stop_recording();
  wait_for_movie();
  CHECK(wb_supervisor_movie_is_ready() && !wb_supervisor_movie_failed());
  /* without ffmpeg it is a file of pictures */
  CHECK(access("film.mp4", F_OK) == 0 || access("film.avi", F_OK) == 0);
  /* refused: another kind of file, and one outside of the project */
  wb_supervisor_movie_start_recording("film.txt", 64, 48, 0, 90, 1, 0);
  CHECK(wb_supervisor_movie_is_ready() && wb_supervisor_movie_failed());
  wb_supervisor_movie_start_recording("/tmp/film.mp4", 64, 48, 0, 90, 1, 0);
  CHECK(wb_supervisor_movie_failed());
  /* one step later another movie works */
  wb_supervisor_movie_start_recording("again.mp4", 8, 8, 0, 50, 4, 0);
  CHECK(!wb_supervisor_movie_failed());
  wb_supervisor_movie_stop_recording();
  wait_for_movie();
  CHECK(wb_supervisor_movie_is_ready() && !wb_supervisor_movie_failed());
}

static void eyes(void) {
  CHECK(isnan(wb_supervisor_virtual_reality_headset_get_position()[0]));
  CHECK(isnan(wb_supervisor_virtual_reality_headset_get_orientation()[0]));
  wb_supervisor_export_image("view.png", 90);
  CHECK(access("view.png", F_OK) == 0);
  movies();
  CHECK(!wb_supervisor_animation_stop_recording());
  wb_supervisor_node_move_viewpoint(wb_supervisor_node_get_from_def("CRATE"));
  wb_supervisor_node_set_visibility(wb_supervisor_node_get_from_def("CRATE"), wb_supervisor_node_get_from_def("VIEW"), 0);
}

static void older_names(void) {
  WbNodeRef crate = wb_supervisor_node_get_from_def("CRATE");
  wb_supervisor_node_enable_contact_point_tracking(crate, 32, 0);
  wb_robot_step(32);
  const int count = wb_supervisor_node_get_number_of_contact_points(crate, 0);
  CHECK(count > 0);
  CHECK(fabs(wb_supervisor_node_get_contact_point(crate, 0)[2] - 0.1) < 0.01);
  CHECK(wb_supervisor_node_get_contact_point_node(crate, 0) == crate);
  wb_supervisor_node_disable_contact_point_tracking(crate, 0);
  WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  const int nodes = wb_supervisor_field_get_count(children);
  wb_supervisor_field_import_mf_node_from_string(children, 0, "Solid { }");
  wb_supervisor_field_remove_mf_node(children, 0);
  CHECK(wb_supervisor_field_get_count(children) == nodes);
  wb_supervisor_simulation_physics_reset();
  CHECK(wb_supervisor_save_world("again.wbt"));
}

/* Waits for the end that it asked for. */
static int leave(void) {
  while (wb_robot_step(32) != -1)
    ;
  wb_robot_cleanup();
  return 0;
}

int main(int argc, char **argv) {
  wb_robot_init();
  if (argc > 1) {
    printf("elsewhere at %g\n", wb_robot_get_time());
    wb_supervisor_simulation_quit(9);
    return leave();
  }
  FILE *marker = fopen("was_here", "r");
  if (marker) {
    fclose(marker);
    wb_supervisor_world_load("../../worlds/elsewhere.wbt");
    return leave();
  }
  fclose(fopen("was_here", "w"));
  lists();
  eyes();
  older_names();
  printf("%d checks, %d failed\n", checks, failures);
  wb_supervisor_world_reload();
  return leave();
}
