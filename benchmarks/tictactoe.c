/* Uniform random tic-tac-toe as fast as plain C does it: the yardstick for the generic engine.
 * Same game, same random generator, same counts; prints games, wins, losses, draws and seconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const int LINES[8] = {0x007, 0x038, 0x1C0, 0x049, 0x092, 0x124, 0x111, 0x054};

static inline uint64_t next(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 10000000;
    uint64_t state = 1;
    long results[3] = {0, 0, 0};
    struct timespec start, stop;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long game = 0; game < games; game++) {
        int marks[2] = {0, 0};
        int result = 2;
        for (int turn = 0; turn < 9; turn++) {
            int cells[10], n = 0, empty = ~(marks[0] | marks[1]);
            for (int cell = 0; cell < 9; cell++) {
                cells[n] = cell;
                n += (empty >> cell) & 1;
            }
            int pick = cells[((next(&state) >> 32) * (uint64_t)n) >> 32];
            int *mine = &marks[turn & 1];
            *mine |= 1 << pick;
            int line = 0;
            for (int i = 0; i < 8; i++) line |= (*mine & LINES[i]) == LINES[i];
            if (line) {
                result = turn & 1;
                break;
            }
        }
        results[result]++;
    }
    clock_gettime(CLOCK_MONOTONIC, &stop);
    double seconds = (stop.tv_sec - start.tv_sec) + (stop.tv_nsec - start.tv_nsec) * 1e-9;
    printf("%ld %ld %ld %ld %.6f\n", games, results[0], results[1], results[2], seconds);
    return 0;
}
